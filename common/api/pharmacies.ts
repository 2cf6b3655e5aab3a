import type { ConfirmedBy, PharmacyChannel, PharmacyOrderStatus } from '../vocabulary/pharmacies.js';
import type { ListMeta } from './lists.js';

export const PHARMACY_LIMITS = {
  /** Pharmacies of one organization. */
  most: 50,
  nameLength: 120,
  addressLength: 300,
  urlLength: 500,
  referenceLength: 80,
  /** How long a pharmacy's program is tried. */
  tryHours: 24,
} as const;
/** NCPDP Provider ID. */
export const NCPDP_ID = /^\d{7}$/;

export const PHARMACY_STATUSES = ['active', 'paused'] as const;

export interface Pharmacy {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  phone: string;
  fax: string;
  address: string;
  /** Empty: not known. */
  ncpdp_id: string;
  channel: PharmacyChannel;
  /** Where its program takes orders; empty for fax. */
  url: string;
  status: (typeof PHARMACY_STATUSES)[number];
  /** Orders it has not confirmed. */
  open: number;
  /** Who last said where prescriptions go. */
  created_by: string;
  /** That person no longer administers the organization. */
  maker_left: boolean;
  created_at: string;
  version: number;
}
/** GET /api/admin/pharmacies */
export interface PharmaciesResponse extends ListMeta {
  pharmacies: Pharmacy[];
}
interface PharmacyFields {
  phone?: string;
  fax?: string;
  address?: string;
  ncpdp_id?: string;
  url?: string;
  /** It is no other pharmacy of the organization, though its name or a number could be taken for that of the one that the refusal names. */
  other_confirmed?: boolean;
}
/** POST /api/admin/pharmacies: 201. */
export interface PharmacyCreateRequest extends PharmacyFields {
  name: string;
  channel: PharmacyChannel;
  /** For system-wide administrators. */
  org_id?: string;
}
/** PATCH /api/admin/pharmacies/{id}. The channel stays: another one is another pharmacy. */
export interface PharmacyChangeRequest extends PharmacyFields {
  name?: string;
  active?: boolean;
  version: number;
}
/** The secret that its orders are signed with is in this answer and nowhere else; null: it takes faxes. */
export interface PharmacyWithSecret extends Pharmacy {
  secret: string | null;
}

/** What a clinician chooses from. */
export type PharmacyChoice = Pick<Pharmacy, 'id' | 'name' | 'phone' | 'fax' | 'address' | 'channel'>;

/** A prescription given to one pharmacy. */
export interface PharmacyOrder {
  id: string;
  prescription_id: string;
  /** Twelve digits, the last a check digit. */
  number: string;
  pharmacy: PharmacyChoice;
  channel: PharmacyChannel;
  status: PharmacyOrderStatus;
  /** What keeps it back from the next try: a rule's key, or null. */
  kept_back_by: string | null;
  attempts: number;
  /** HTTP status or fault of the last try. */
  last_result: string | null;
  handed_over_at: string;
  handed_over_by: string;
  confirmed_at: string | null;
  /** null: by the pharmacy's program. */
  confirmed_by: string | null;
  confirmed_how: ConfirmedBy | null;
  /** The pharmacy's own number. */
  reference: string | null;
  withdrawn_at: string | null;
  version: number;
}
/** GET /api/trt/prescriptions/{id}/pharmacy-orders: newest first, and where it can go; the last one used stands first. */
export interface PharmacyOrdersResponse {
  pharmacy_orders: PharmacyOrder[];
  pharmacies: PharmacyChoice[];
}
/** POST /api/trt/prescriptions/{id}/pharmacy-orders: 201. */
export interface PharmacyOrderRequest {
  pharmacy_id: string;
  reason?: string;
  overrides?: string[];
  /** Of the prescription. */
  version: number;
}
/** POST /api/trt/pharmacy-orders/{id}/confirm */
export interface PharmacyOrderConfirmRequest {
  how: ConfirmedBy;
  reference?: string;
  version: number;
}
/** POST /api/trt/pharmacy-orders/{id}/withdraw */
export interface PharmacyOrderWithdrawRequest {
  reason: string;
  version: number;
}
