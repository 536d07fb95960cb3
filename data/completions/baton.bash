# bash completion for baton. Written from the table of verbs; a test holds it to that. Do not edit.
_baton() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= operands=0 value= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ $value ]]; then value=; continue; fi
        case ${COMP_WORDS[i]} in
            --address|--app|--ca|--description|--domain|--event|--expires|--fetch|--file|--from|--id|--index|--info|--info-json|--installed|--instance|--keywords|--limit|--persistent-id|--port|--query|--required-keys|--scenes|--target-id|--thumbnail|--title|--type|--url) value=1 ;;
            -*) ;;
            *)
                case "$verb${verb:+ }${COMP_WORDS[i]}" in
                    'activity'|'activity delete'|'activity list'|'activity publish'|'apps'|'apps add'|'apps list'|'apps remove'|'apps set'|'apps show'|'config'|'config get'|'config set'|'demo'|'devices'|'devices confirm'|'devices invite'|'devices join'|'devices leave'|'devices list'|'devices remove'|'devices rename'|'doctor'|'handoff'|'handoff continue'|'handoff list'|'index'|'index add'|'index delete'|'index stats'|'links'|'links check'|'links fetch'|'links handle'|'links prefer'|'links status'|'log'|'open'|'reset'|'scenes'|'scenes check'|'search'|'status'|'stop') verb="$verb${verb:+ }${COMP_WORDS[i]}" ;;
                    *) ((operands++)) ;;
                esac ;;
        esac
    done
    COMPREPLY=()
    case $before in
        --ca|--event|--file|--info-json|--scenes|--thumbnail) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
        --app|--instance) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    esac
    [[ $value ]] && return
    local words=
    case $verb in
        '')
            [[ $word == -* ]] && words='--version'
            [[ $word == -* ]] || case $operands in
                0) words='status doctor stop log config reset apps activity search index open links handoff devices scenes demo' ;;
                *) ;;
            esac ;;
        'config')
            [[ $word == -* ]] || case $operands in
                0) words='get set' ;;
                *) ;;
            esac ;;
        'apps')
            [[ $word == -* ]] || case $operands in
                0) words='list add remove show set' ;;
                *) ;;
            esac ;;
        'activity')
            [[ $word == -* ]] || case $operands in
                0) words='publish list delete' ;;
                *) ;;
            esac ;;
        'index')
            [[ $word == -* ]] || case $operands in
                0) words='add delete stats' ;;
                *) ;;
            esac ;;
        'links')
            [[ $word == -* ]] || case $operands in
                0) words='status fetch prefer handle check' ;;
                *) ;;
            esac ;;
        'handoff')
            [[ $word == -* ]] || case $operands in
                0) words='list continue' ;;
                *) ;;
            esac ;;
        'devices')
            [[ $word == -* ]] || case $operands in
                0) words='list invite confirm join rename remove leave' ;;
                *) ;;
            esac ;;
        'scenes')
            [[ $word == -* ]] || case $operands in
                0) words='check' ;;
                *) ;;
            esac ;;
        'status')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'doctor')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'stop')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'log')
            [[ $word == -* ]] && words='--follow'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'config get')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'config set')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'reset')
            [[ $word == -* ]] && words='--yes'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'apps list')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'apps add')
            [[ $word == -* ]] || case $operands in
                0) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
                *) ;;
            esac ;;
        'apps remove')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'apps show')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'apps set')
            [[ $word == -* ]] || case $operands in
                1) words='search handoff prediction' ;;
                2) words='on off' ;;
                *) ;;
            esac ;;
        'activity publish')
            [[ $word == -* ]] && words='--type --app --title --url --info --info-json --required-keys --keywords --expires --search --no-handoff --prediction --public --persistent-id --target-id --description --thumbnail'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'activity list')
            [[ $word == -* ]] && words='--app'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'activity delete')
            [[ $word == -* ]] && words='--persistent-id --all --app --yes'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'search')
            [[ $word == -* ]] && words='--limit --app --open --explain --query --fetch'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'index add')
            [[ $word == -* ]] && words='--app --index'
            [[ $word == -* ]] || case $operands in
                0) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
                *) ;;
            esac ;;
        'index delete')
            [[ $word == -* ]] && words='--id --domain --all --app --index --yes'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'index stats')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'open')
            [[ $word == -* ]] && words='--dry-run --from --typed'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'links status')
            [[ $word == -* ]] && words='--app'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'links fetch')
            [[ $word == -* ]] && words='--ca --port'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'links prefer')
            [[ $word == -* ]] || case $operands in
                1) words='app browser' ;;
                *) ;;
            esac ;;
        'links handle')
            [[ $word == -* ]] || case $operands in
                0) words='on off' ;;
                *) ;;
            esac ;;
        'handoff list')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'handoff continue')
            [[ $word == -* ]] && words='--latest --print'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices list')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices invite')
            [[ $word == -* ]] && words='--wait --no-wait'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices confirm')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices join')
            [[ $word == -* ]] && words='--address'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices rename')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices remove')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'devices leave')
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'links check')
            [[ $word == -* ]] && words='--file --domain --installed'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'scenes check')
            [[ $word == -* ]] && words='--scenes --event'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
        'demo')
            [[ $word == -* ]] && words='--app'
            [[ $word == -* ]] || case $operands in
                *) ;;
            esac ;;
    esac
    [[ $word == -* ]] && words+=" --json --quiet --instance --help"
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _baton baton
