import type {
  AlertAcknowledgeRequest,
  AlertReopenRequest,
  AppointmentChange,
  ApproveUnflaggedRequest,
  ApproveUnflaggedResponse,
  CaseDetailResponse,
  CaseFormResponse,
  CasePatchRequest,
  ClinicianPlanRequest,
  CompletenessResponse,
  CurveResponse,
  Dispense,
  DispenseRequest,
  DispensesResponse,
  CliniciansResponse,
  DiscontinueRequest,
  FhirImportRequest,
  FhirImportResponse,
  HeldRecord,
  HeldRecordsResponse,
  HeldReleaseRequest,
  LegalHoldRequest,
  NothingToEnter,
  LegalHoldResponse,
  HistoryReviewRequest,
  MessageReviewRequest,
  NoReplyRequest,
  StaffReplyRequest,
  Lab,
  SinceDoseResponse,
  LabCallBackRequest,
  LabCorrectRequest,
  LabCreateRequest,
  LabMessageDetail,
  LabMessageDiscardRequest,
  LabMessageMatchRequest,
  LabImportResponse,
  CaseLabOrdersResponse,
  LabOrderCancelRequest,
  LabOrderDetail,
  LabOrderDraft,
  LabOrderDrawnRequest,
  LabOrderRequest,
  LabOrderResultsRequest,
  StaffLabOrder,
  LabVoidRequest,
  PatientPlansResponse,
  PdmpCheck,
  PdmpCheckRequest,
  PdmpChecksResponse,
  PendingPlansResponse,
  Plan,
  PlanApproveRequest,
  PlanApproveResponse,
  PlanFlagRequest,
  PlanUnflagRequest,
  Prescription,
  PrescriptionAssistResponse,
  OrderRequest,
  PrescriptionJudgementResponse,
  PrescriptionReviewRequest,
  PrescriptionsApproveResponse,
  PrescriptionTransitionRequest,
  ProviderPatientResponse,
  RefillDecisionRequest,
  StaffLabReport,
  StaffRefillRequest,
  TimelineResponse,
  OrderReleaseRequest,
  ReasonRequest,
  ResumeRequest,
  RecordOpeningsResponse,
  StaffAppointment,
  StaffMessageRequest,
  StaffMessagesResponse,
  StaffMessageThread,
  StaffPlan,
  TellInPersonRequest,
  TherapyHoldRequest,
  TelemedBasesResponse,
  TelemedBasis,
  TelemedBasisRequest,
  TitrateRequest,
  TitrateResponse,
  PharmacyOrder,
  PharmacyOrderConfirmRequest,
  PharmacyOrderRequest,
  PharmacyOrdersResponse,
  PharmacyOrderWithdrawRequest,
  ShipmentRequest,
} from '#common/api/index.js';
import { api } from '../../shared/api/index.js';

/** A case with everything that belongs to it, with the `id` that react-admin needs. */
export type CaseDetail = CaseDetailResponse & { id: string };
export type PatientProfile = ProviderPatientResponse & { id: string };

const seg = encodeURIComponent;
const plans = '/api/trt/provider/plans';
const caseAt = (id: string) => `/api/trt/cases/${seg(id)}`;
const labOrderAt = (id: string) => `/api/trt/lab-orders/${seg(id)}`;
const orderAt = (id: string) => `/api/trt/prescriptions/${seg(id)}`;

/** Staff actions beyond reading lists: one typed method each. */
export const acts = {
  getCaseForm: (id: string, form: 'intake' | 'education' | 'consent', signal?: AbortSignal) =>
    api.get<CaseFormResponse>(`${caseAt(id)}/forms/${form}.json`, { signal, label: 'the form' }),
  getClinicians: (id: string, signal?: AbortSignal) =>
    api.get<CliniciansResponse>(`${caseAt(id)}/clinicians`, { signal, label: 'clinicians' }),
  patchCase: (id: string, patch: CasePatchRequest) => api.patch<unknown>(caseAt(id), patch),
  discontinue: (id: string, body: DiscontinueRequest & { version: number }, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(id)}/discontinue`, body, { idempotencyKey }),
  reviewHistory: (id: string, body: HistoryReviewRequest, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(id)}/history-review`, body, { idempotencyKey }),
  tellInPerson: (id: string, body: TellInPersonRequest, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(id)}/tell-in-person`, body, { idempotencyKey }),
  simulateTitration: (id: string, wish: TitrateRequest) =>
    api.post<TitrateResponse>(`${caseAt(id)}/titrate?simulate=true`, wish),
  writePlan: (id: string, body: ClinicianPlanRequest & { version: number }, idempotencyKey: string) =>
    api.post<StaffPlan>(`${caseAt(id)}/plans`, body, { idempotencyKey }),
  holdTherapy: (id: string, body: TherapyHoldRequest, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(id)}/hold`, body, { idempotencyKey }),
  resumeTherapy: (id: string, body: ResumeRequest, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(id)}/resume`, body, { idempotencyKey }),
  acknowledgeAlert: (
    caseId: string,
    alertId: string,
    body: AlertAcknowledgeRequest,
    idempotencyKey: string,
  ) =>
    api.post<CaseDetailResponse>(`${caseAt(caseId)}/alerts/${seg(alertId)}/acknowledge`, body, {
      idempotencyKey,
    }),
  reopenAlert: (caseId: string, alertId: string, body: AlertReopenRequest, idempotencyKey: string) =>
    api.post<CaseDetailResponse>(`${caseAt(caseId)}/alerts/${seg(alertId)}/reopen`, body, { idempotencyKey }),
  saveTitration: (id: string, wish: TitrateRequest & { version: number }, idempotencyKey: string) =>
    api.post<TitrateResponse>(`${caseAt(id)}/titrate`, wish, { idempotencyKey }),

  getSinceDose: (patientId: string, collectedAt: string, signal?: AbortSignal) =>
    api.get<SinceDoseResponse>(
      `/api/labs/since-dose/${seg(patientId)}?collected_at=${encodeURIComponent(collectedAt)}`,
      { signal, label: 'the last dose' },
    ),
  addLab: (lab: LabCreateRequest, idempotencyKey: string) =>
    api.post<Lab>('/api/labs', lab, { idempotencyKey }),
  reviewLab: (id: string, body: { note?: string; version: number }) =>
    api.post<Lab>(`/api/labs/${seg(id)}/review`, body),
  correctLab: (id: string, body: LabCorrectRequest) => api.post<Lab>(`/api/labs/${seg(id)}/correct`, body),
  voidLab: (id: string, body: LabVoidRequest) => api.post<Lab>(`/api/labs/${seg(id)}/void`, body),
  recordLabCall: (id: string, body: LabCallBackRequest, idempotencyKey: string) =>
    api.post<Lab>(`/api/labs/${seg(id)}/call-back`, body, { idempotencyKey }),
  /** @param dryRun reports what would happen to the file; nothing is stored */
  importLabs: (csv: string, dryRun: boolean) =>
    api.post<LabImportResponse>(`/api/labs/import${dryRun ? '?dry_run=true' : ''}`, csv, {
      contentType: 'text/csv',
      timeoutMs: 60_000,
    }),
  /** @param key absent: a dry run, which stores nothing */
  importRecord: (patientId: string, body: FhirImportRequest, key?: string) =>
    api.post<FhirImportResponse>(
      `/api/provider/patients/${seg(patientId)}/fhir-import${key ? '' : '?dry_run=true'}`,
      body,
      { ...(key && { idempotencyKey: key }), timeoutMs: 60_000 },
    ),

  getPdmpChecks: (caseId: string, signal?: AbortSignal) =>
    api.get<PdmpChecksResponse>(`${caseAt(caseId)}/pdmp-checks`, { signal, label: 'PDMP checks' }),
  addPdmpCheck: (caseId: string, body: PdmpCheckRequest, idempotencyKey: string) =>
    api.post<PdmpCheck>(`${caseAt(caseId)}/pdmp-checks`, body, { idempotencyKey }),
  resolvePdmpCheck: (caseId: string, id: string, reason: string, idempotencyKey: string) =>
    api.post<PdmpCheck>(
      `${caseAt(caseId)}/pdmp-checks/${encodeURIComponent(id)}/resolve`,
      { reason },
      { idempotencyKey },
    ),
  getTelemedBases: (caseId: string, signal?: AbortSignal) =>
    api.get<TelemedBasesResponse>(`${caseAt(caseId)}/telemed-basis`, {
      signal,
      label: 'the basis of telemedicine',
    }),
  addTelemedBasis: (caseId: string, body: TelemedBasisRequest, idempotencyKey: string) =>
    api.post<TelemedBasis>(`${caseAt(caseId)}/telemed-basis`, body, { idempotencyKey }),

  /** @param q name, MRN or the like; '' for every plan */
  getPendingPlans: (q: string, signal?: AbortSignal, background = false) =>
    api.get<PendingPlansResponse>(
      `/api/trt/provider/pending-plans${q && `?filter=${encodeURIComponent(JSON.stringify({ q }))}`}`,
      {
        signal,
        background,
        label: 'pending plans',
      },
    ),
  getPatientPlans: (patientId: string, signal?: AbortSignal, background = false) =>
    api.get<PatientPlansResponse>(`/api/trt/provider/patient-plans/${seg(patientId)}`, {
      signal,
      background,
      label: 'plans',
    }),
  flagPlan: (body: PlanFlagRequest & { version: number }) => api.post<Plan>(`${plans}/flag`, body),
  unflagPlan: (body: PlanUnflagRequest & { version: number }) => api.post<StaffPlan>(`${plans}/unflag`, body),
  approvePlan: (body: PlanApproveRequest, idempotencyKey: string) =>
    api.post<PlanApproveResponse>(`${plans}/approve`, body, { idempotencyKey }),
  approveUnflagged: (body: ApproveUnflaggedRequest, idempotencyKey?: string) =>
    api.post<ApproveUnflaggedResponse>(`${plans}/approve-unflagged`, body, { idempotencyKey }),

  getCasePrescriptions: (caseId: string, signal?: AbortSignal) =>
    api.get<{ prescriptions: Prescription[] }>(`${caseAt(caseId)}/prescriptions`, {
      signal,
      label: 'prescriptions',
    }),
  assistPrescription: (caseId: string, signal?: AbortSignal) =>
    api.get<PrescriptionAssistResponse>(`${caseAt(caseId)}/prescriptions/assist`, {
      signal,
      label: 'the draft',
    }),
  createPrescription: (caseId: string, fields: OrderRequest, idempotencyKey: string) =>
    api.post<Prescription>(`${caseAt(caseId)}/prescriptions`, fields, { idempotencyKey }),
  editPrescription: (id: string, fields: OrderRequest & { version: number }) =>
    api.post<Prescription>(orderAt(id), fields),
  /** @param orders as shown: one that has changed since is not approved */
  approvePrescriptions: (orders: readonly Prescription[], idempotencyKey: string) =>
    api.post<PrescriptionsApproveResponse>(
      '/api/trt/prescriptions/approve',
      {
        ids: orders.map((order) => order.prescription_id),
        versions: Object.fromEntries(orders.map((order) => [order.prescription_id, order.version])),
      },
      { idempotencyKey },
    ),
  reviewPrescription: (id: string, body: PrescriptionReviewRequest) =>
    api.post<Prescription>(`${orderAt(id)}/review`, body),
  judgePrescription: (id: string, signal?: AbortSignal) =>
    api.get<PrescriptionJudgementResponse>(`${orderAt(id)}/judgement`, { signal, label: 'the rules' }),
  holdPrescription: (id: string, body: ReasonRequest, idempotencyKey: string) =>
    api.post<Prescription>(`${orderAt(id)}/hold`, body, { idempotencyKey }),
  releasePrescription: (id: string, body: OrderReleaseRequest, idempotencyKey: string) =>
    api.post<Prescription>(`${orderAt(id)}/release`, body, { idempotencyKey }),
  movePrescription: (id: string, body: PrescriptionTransitionRequest) =>
    api.post<Prescription>(`${orderAt(id)}/transition`, body),

  getFills: (id: string, signal?: AbortSignal) =>
    api.get<DispensesResponse>(`${orderAt(id)}/dispenses`, { signal, label: 'the fills' }),
  recordFill: (id: string, body: DispenseRequest, idempotencyKey: string) =>
    api.post<Dispense>(`${orderAt(id)}/dispenses`, body, { idempotencyKey }),
  shipFill: (id: string, fillId: string, body: ShipmentRequest) =>
    api.post<Dispense>(`${orderAt(id)}/dispenses/${seg(fillId)}/shipment`, body),
  getPharmacyOrders: (id: string, signal?: AbortSignal) =>
    api.get<PharmacyOrdersResponse>(`${orderAt(id)}/pharmacy-orders`, { signal, label: 'the pharmacies' }),
  giveToPharmacy: (id: string, body: PharmacyOrderRequest, idempotencyKey: string) =>
    api.post<PharmacyOrder>(`${orderAt(id)}/pharmacy-orders`, body, { idempotencyKey }),
  confirmPharmacyOrder: (id: string, body: PharmacyOrderConfirmRequest) =>
    api.post<PharmacyOrder>(`/api/trt/pharmacy-orders/${seg(id)}/confirm`, body),
  withdrawPharmacyOrder: (id: string, body: PharmacyOrderWithdrawRequest) =>
    api.post<PharmacyOrder>(`/api/trt/pharmacy-orders/${seg(id)}/withdraw`, body),
  decideRefill: (id: string, body: RefillDecisionRequest, idempotencyKey: string) =>
    api.post<StaffRefillRequest>(`/api/trt/refill-requests/${seg(id)}`, body, { idempotencyKey }),

  reportEntered: (id: string, nothing?: NothingToEnter) =>
    api.post<StaffLabReport>(
      `/api/trt/lab-reports/${seg(id)}/transcribed`,
      nothing ? { nothing_to_enter: nothing } : {},
    ),

  draftLabOrder: (caseId: string, signal?: AbortSignal) =>
    api.get<LabOrderDraft>(`${caseAt(caseId)}/lab-orders/draft`, { signal, label: 'what is due' }),
  orderLabs: (caseId: string, body: LabOrderRequest, idempotencyKey: string) =>
    api.post<StaffLabOrder>(`${caseAt(caseId)}/lab-orders`, body, { idempotencyKey }),
  getCaseLabOrders: (caseId: string, signal?: AbortSignal) =>
    api.get<CaseLabOrdersResponse>(`${caseAt(caseId)}/lab-orders`, { signal, label: 'lab orders' }),
  getLabOrder: (id: string, signal?: AbortSignal) =>
    api.get<LabOrderDetail>(labOrderAt(id), { signal, label: 'the lab order' }),
  drawnLabOrder: (id: string, body: LabOrderDrawnRequest) =>
    api.post<LabOrderDetail>(`${labOrderAt(id)}/drawn`, body),
  cancelLabOrder: (id: string, body: LabOrderCancelRequest) =>
    api.post<LabOrderDetail>(`${labOrderAt(id)}/cancel`, body),
  assignLabOrder: (id: string, body: LabOrderResultsRequest) =>
    api.post<LabOrderDetail>(`${labOrderAt(id)}/results`, body),

  getLabMessage: (id: string, signal?: AbortSignal) =>
    api.get<LabMessageDetail>(`/api/lab-messages/${seg(id)}`, { signal, label: 'the message' }),
  matchLabMessage: (id: string, body: LabMessageMatchRequest, idempotencyKey: string) =>
    api.post<LabMessageDetail>(`/api/lab-messages/${seg(id)}/match`, body, { idempotencyKey }),
  retryLabMessage: (id: string, version: number) =>
    api.post<LabMessageDetail>(`/api/lab-messages/${seg(id)}/retry`, { version }),
  discardLabMessage: (id: string, body: LabMessageDiscardRequest, idempotencyKey: string) =>
    api.post<LabMessageDetail>(`/api/lab-messages/${seg(id)}/discard`, body, { idempotencyKey }),

  /** @param query the proposed formulation, dose and frequency; empty for the current dose alone */
  getCurve: (id: string, query: string, signal?: AbortSignal) =>
    api.get<CurveResponse>(`${caseAt(id)}/curve${query && `?${query}`}`, { signal, label: 'the curve' }),
  getCompleteness: (id: string, signal?: AbortSignal) =>
    api.get<CompletenessResponse>(`${caseAt(id)}/completeness`, { signal, label: 'completeness' }),

  getTimeline: (id: string, signal?: AbortSignal) =>
    api.get<TimelineResponse>(`${caseAt(id)}/timeline`, { signal, label: 'the timeline' }),

  getRecordOpenings: (signal?: AbortSignal) =>
    api.get<RecordOpeningsResponse>('/api/provider/record-openings', { signal, label: 'opened records' }),
  openingSeen: (id: string) => api.post<void>(`/api/provider/record-openings/${seg(id)}/seen`, {}),
  placeLegalHold: (id: string, body: LegalHoldRequest, idempotencyKey: string) =>
    api.post<LegalHoldResponse>(`/api/admin/patients/${seg(id)}/legal-hold`, body, { idempotencyKey }),
  releaseLegalHold: (id: string, body: LegalHoldRequest, idempotencyKey: string) =>
    api.post<LegalHoldResponse>(`/api/admin/patients/${seg(id)}/legal-hold/release`, body, {
      idempotencyKey,
    }),
  getHeldRecords: (signal?: AbortSignal) =>
    api.get<HeldRecordsResponse>('/api/provider/held-records', { signal, label: 'held records' }),
  releaseRecord: (id: string, body: HeldReleaseRequest, idempotencyKey: string) =>
    api.post<HeldRecord>(`/api/provider/held-records/${seg(id)}/release`, body, { idempotencyKey }),
  changeAppointment: (id: string, body: AppointmentChange) =>
    api.post<StaffAppointment>(`/api/provider/appointments/${seg(id)}`, body),
  /** Without marking it as read. */
  getThread: async (threadId: string, signal?: AbortSignal) => {
    const filter = encodeURIComponent(JSON.stringify({ id: [threadId] }));
    const { threads } = await api.get<StaffMessagesResponse>(`/api/provider/messages?filter=${filter}`, {
      signal,
      label: 'the message',
    });
    return threads[0] ?? null;
  },
  readThread: (threadId: string) =>
    api.post<StaffMessageThread>(`/api/provider/messages/${seg(threadId)}/read`, {}),
  startThread: (message: StaffMessageRequest, idempotencyKey: string) =>
    api.post<StaffMessageThread>('/api/provider/messages', message, { idempotencyKey }),
  noReplyNeeded: (threadId: string, body: NoReplyRequest) =>
    api.post<StaffMessageThread>(`/api/provider/messages/${seg(threadId)}/no-reply`, body),
  reviewThread: (threadId: string, body: MessageReviewRequest) =>
    api.post<StaffMessageThread>(`/api/provider/messages/${seg(threadId)}/review`, body),
  replyToThread: (threadId: string, body: StaffReplyRequest, idempotencyKey: string) =>
    api.post<StaffMessageThread>(`/api/provider/messages/${seg(threadId)}`, body, { idempotencyKey }),
};

export type StaffActs = typeof acts;
