/** GET /api/provider/inbox: how much waits for the care team; no names. */
export interface InboxResponse {
  /** Threads whose last word is the patient's. */
  messages: number;
  /** Results that have not been reviewed. */
  labs: number;
  /** Critical results about which the patient was not reached. */
  critical_calls: number;
  /** Plans pending review. */
  plans: number;
  /** Drafted and submitted prescriptions. */
  prescriptions: number;
  /** Refill requests without a decision. */
  refills: number;
  /** Reports of patients whose values are not entered yet. */
  lab_reports: number;
  /** Requests that have no time yet. */
  appointments: number;
  /** Records entered before their address was verified, to be released. */
  held_records: number;
  /** Records of the reader's own patients that colleagues opened and he has not seen yet. */
  record_openings: number;
}
