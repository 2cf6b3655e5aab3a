/** A new message that asks for a lab order: its subject is filled in. */
export const ASK_FOR_LAB_ORDER = '/trt/patient/messages?thread=new&about=lab_order';
