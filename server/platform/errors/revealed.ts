/** The part of a patient's record that a refusal shows. */
export interface Revealed {
  kind:
    | 'appointment'
    | 'case'
    | 'lab'
    | 'lab_message'
    | 'lab_order'
    | 'message'
    | 'patient'
    | 'pharmacy_order'
    | 'plan'
    | 'prescription'
    | 'refill';
  id: string;
  patientId: string;
  orgId: string;
}
