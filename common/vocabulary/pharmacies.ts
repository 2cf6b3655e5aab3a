import type { StatusWord } from './index.js';

/** How a pharmacy gets an order. */
export const PHARMACY_CHANNELS = ['fax', 'https', 'eprescribing'] as const;
export type PharmacyChannel = (typeof PHARMACY_CHANNELS)[number];
/** E-prescribing (NCPDP SCRIPT) needs a certified network; none is connected. */
export const CONNECTED_CHANNELS = ['fax', 'https'] as const satisfies readonly PharmacyChannel[];
export const CHANNEL_LABEL: Record<(typeof CONNECTED_CHANNELS)[number], string> = {
  fax: 'fax',
  https: 'direct connection',
};

/** prepared: to be faxed. sending: tried until the pharmacy's program confirms. Nothing is sent before it is confirmed. */
export const PHARMACY_ORDER_STATUSES = ['prepared', 'sending', 'confirmed', 'failed', 'withdrawn'] as const;
export type PharmacyOrderStatus = (typeof PHARMACY_ORDER_STATUSES)[number];
export const PHARMACY_ORDER_STATUS: Record<PharmacyOrderStatus, StatusWord> = {
  prepared: { label: 'not confirmed yet', tone: 'warning' },
  sending: { label: 'being delivered', tone: 'info' },
  confirmed: { label: 'confirmed by the pharmacy', tone: 'success' },
  failed: { label: 'not delivered', tone: 'danger' },
  withdrawn: { label: 'withdrawn', tone: 'neutral' },
};
/** The pharmacy may have it or still get it. */
export const OPEN_PHARMACY_ORDERS = ['prepared', 'sending'] as const satisfies readonly PharmacyOrderStatus[];
export const isOpenPharmacyOrder = (status: PharmacyOrderStatus): boolean =>
  (OPEN_PHARMACY_ORDERS as readonly string[]).includes(status);

/** How a pharmacy confirmed a fax. */
export const CONFIRMED_BY = ['fax_back', 'phone', 'fax_report'] as const;
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];
export const CONFIRMED_BY_LABEL: Record<ConfirmedBy, string> = {
  fax_back: 'The pharmacy faxed its confirmation back',
  phone: 'The pharmacy confirmed by phone',
  fax_report: 'The fax report says that all pages arrived',
};

export const CARRIERS = ['ups', 'fedex', 'usps', 'dhl', 'courier', 'pickup'] as const;
export type Carrier = (typeof CARRIERS)[number];
export const CARRIER_LABEL: Record<Carrier, string> = {
  ups: 'UPS',
  fedex: 'FedEx',
  usps: 'USPS',
  dhl: 'DHL',
  courier: 'courier',
  pickup: 'pickup at the pharmacy',
};
