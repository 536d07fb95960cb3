// What is shown in front of something else, as it was written in 2020 and as it was written in 2023.
import SwiftUI

struct Trip: Identifiable, Hashable {
    let id = UUID()
    var place: String
    var days: Int
}

enum TripError: LocalizedError {
    case tooLong(Int)
    var errorDescription: String? {
        switch self {
        case .tooLong(let days): return "\(days) days are too long"
        }
    }
}

struct TripsApp: App {
    var body: some Scene {
        WindowGroup {
            VStack {
                TripsIn2020()
                Divider()
                TripsIn2023()
            }
            .padding()
        }
    }
}

struct TripsIn2020: View {
    enum ActiveSheet: Identifiable {
        case add, about
        var id: Int { hashValue }
    }

    @State private var activeSheet: ActiveSheet?
    @State private var showingActionSheet = false
    @State private var showingAlert = false
    @State private var alertTrip: Trip?
    @State private var trips = [Trip(place: "Bergen", days: 3)]

    var body: some View {
        VStack(alignment: .leading) {
            ForEach(trips) { trip in
                Button(trip.place) { self.alertTrip = trip }
            }
            HStack {
                Button("Add") { self.activeSheet = .add }
                Button("About") { self.activeSheet = .about }
                Button("More") { self.showingActionSheet.toggle() }
                    .actionSheet(isPresented: $showingActionSheet) {
                        ActionSheet(
                            title: Text("Trips"), message: Text("What shall be done?"),
                            buttons: [
                                .default(Text("Sort")) { self.trips.sort { $0.place < $1.place } },
                                .destructive(Text("Delete all")) { self.showingAlert = true },
                                .cancel(),
                            ])
                    }
            }
        }
        .sheet(item: $activeSheet, onDismiss: { print("Closed") }) { sheet in
            if sheet == .add {
                AddTripView { self.trips.append($0) }
            } else {
                Text("Trips are kept for as long as the window is open.").padding()
            }
        }
        .alert(item: $alertTrip) { trip in
            Alert(title: Text(trip.place), message: Text("\(trip.days) days"), dismissButton: .default(Text("Good")))
        }
        .background(
            EmptyView().alert(isPresented: $showingAlert) {
                Alert(
                    title: Text("Delete all trips?"), primaryButton: .destructive(Text("Delete"), action: { self.trips = [] }),
                    secondaryButton: .cancel())
            })
    }
}

struct AddTripView: View {
    @Environment(\.presentationMode) var presentationMode
    @State private var place = ""
    @State private var days = 1
    let onAdd: (Trip) -> Void

    var body: some View {
        NavigationView {
            Form {
                TextField("Place", text: $place)
                Stepper("Days: \(days)", onIncrement: { self.days += 1 }, onDecrement: { self.days = max(1, self.days - 1) })
            }
            .navigationBarTitle("New trip")
            .navigationBarItems(
                leading: Button("Cancel") { self.presentationMode.wrappedValue.dismiss() },
                trailing: Button("Done") {
                    self.onAdd(Trip(place: self.place, days: self.days))
                    self.presentationMode.wrappedValue.dismiss()
                }.disabled(place.isEmpty))
        }
    }
}

struct TripsIn2023: View {
    @State private var trips = [Trip(place: "Porto", days: 4)]
    @State private var editing: Trip?
    @State private var deleting: Trip?
    @State private var isDeleting = false
    @State private var error: TripError?
    @State private var showsInfo = false
    @State private var sorts = false

    var body: some View {
        VStack(alignment: .leading) {
            ForEach(trips) { trip in
                HStack {
                    Text("\(trip.place), \(trip.days) days")
                    Spacer()
                    Menu("Trip", systemImage: "ellipsis") {
                        Button("Longer", systemImage: "plus") { lengthen(trip) }
                        Button { editing = trip } label: { Label("Edit", systemImage: "pencil") }
                        Toggle("Sorted", isOn: $sorts)
                        Divider()
                        Button("Delete", role: .destructive) {
                            deleting = trip
                            isDeleting = true
                        }
                    }
                }
            }
            Button("Info") { showsInfo = true }
                .popover(isPresented: $showsInfo, arrowEdge: .bottom) {
                    Text("Porto has bridges.").padding()
                }
        }
        .sheet(item: $editing) { trip in
            EditTripView(trip: trip)
                .interactiveDismissDisabled()
        }
        .confirmationDialog(
            "Delete the trip?", isPresented: $isDeleting, titleVisibility: .visible, presenting: deleting
        ) { trip in
            Button("Delete \(trip.place)", role: .destructive) { trips.removeAll { $0.id == trip.id } }
            Button("Keep it", role: .cancel) {}
        } message: { trip in
            Text("It was to last \(trip.days) days.")
        }
        .alert(isPresented: .constant(error != nil), error: error) { _ in
            Button("All right") { error = nil }
        } message: { _ in
            Text("Stay at most a week.")
        }
    }

    private func lengthen(_ trip: Trip) {
        guard let index = trips.firstIndex(where: { $0.id == trip.id }) else { return }
        trips[index].days += 1
        if trips[index].days > 7 { error = .tooLong(trips[index].days) }
    }
}

struct EditTripView: View {
    let trip: Trip
    @Environment(\.dismiss) private var dismiss
    @Environment(\.openURL) private var openURL

    var body: some View {
        NavigationStack {
            Text("\(trip.days) days in \(trip.place)")
                .navigationTitle(trip.place)
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } }
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Map") { openURL(URL(string: "https://maps.example.org/?q=\(trip.place)")!) }
                    }
                }
        }
        .frame(minWidth: 260, minHeight: 160)
    }
}
