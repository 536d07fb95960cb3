#ifndef OBJECTCOUNT_H
#define OBJECTCOUNT_H
// How many GObjects live in this process: of those that were made since its start, by whatever library.
long baton_objects_alive(void);
#endif
