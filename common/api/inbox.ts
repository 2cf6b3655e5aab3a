/** GET /api/provider/inbox: how much is waiting for the care team; no names. */
export interface InboxResponse {
  /** Cases with an emergency that the care team has not answered. */
  emergencies: number;
  /** Threads whose last message is from the patient. */
  messages: number;
  /** Results that have not been reviewed. */
  labs: number;
  /** Critical results where the patient has not been reached. */
  critical_calls: number;
  /** Messages of laboratories in which something is not understood. */
  lab_messages: number;
  /** Messages of laboratories with a critical value, of which nothing or not all was imported. */
  critical_lab_messages: number;
  /** Laboratory orders that were not drawn in time. */
  lab_orders: number;
  /** Plans pending review. */
  plans: number;
  /** Drafted and submitted prescriptions. */
  prescriptions: number;
  /** Refill requests without a decision. */
  refills: number;
  /** Patients' lab reports with values not entered yet. */
  lab_reports: number;
  /** Requests that have not been scheduled. */
  appointments: number;
  /** Records entered before their address was verified, waiting for release. */
  held_records: number;
  /** Records of the reader's own patients that colleagues opened, not yet marked as seen. */
  record_openings: number;
}
