export interface SessionUser {
  id: string;
  email: string;
  role: string;
  roles: string[];
  email_verified: boolean;
  display_name: string | null;
}
export interface SessionClaims {
  /** The active role comes first. */
  roles: string[];
  org_id: string | null;
  org_name: string | null;
  mfa_enabled: boolean;
  session_expires_at: string;
  email_verified: boolean;
  /** IANA name of the zone the user's times are shown in: a patient's own, otherwise the clinic's. */
  timezone: string;
  /** May perform clinical acts and open records: as a provider, or as an administrator where the policy allows it. */
  clinical_acts: boolean;
}
/** GET /auth/me, and the response of every call that starts a session. */
export interface MeResponse {
  user: SessionUser;
  claims: SessionClaims;
}
export interface MfaRequiredResponse {
  mfa_required: true;
  session_id: string;
  session_token: string;
  email: string;
  methods: ('totp' | 'passkey')[];
}
export interface LoginRequest {
  email: string;
  password: string;
}
/** GET /auth/sso: about the address's domain, whether or not such an account exists. */
export interface SsoOfferResponse {
  available: boolean;
  required: boolean;
  organisation: string | null;
}
/** Why single sign-on did not sign in: `?sso=` of the sign-in page. */
export type SsoRefusal = 'refused' | 'expired' | 'unavailable';
/** POST /auth/logout when the organization's provider has its own session. */
export interface SignOutResponse {
  provider_sign_out: string;
}
export type LoginResponse = MeResponse | MfaRequiredResponse;
export interface MfaVerifyRequest {
  session_id: string;
  session_token: string;
  code: string;
}
export interface MfaCancelRequest {
  session_id: string;
  session_token: string;
}
export interface SignupRequest {
  email: string;
  password: string;
  confirm_password: string;
  /** IANA name of the browser's zone; the clinic's without one. */
  timezone?: string;
}
/** `detail` of a refused signup. */
export interface SignupErrorDetail {
  error: 'email_in_use' | 'password_mismatch' | 'password_invalid';
  reasons?: string[];
}
export interface RoleRequest {
  role: string;
}
export interface VerifyEmailRequest {
  token?: string;
}
/** POST /auth/verify-email/resend */
export interface ResendRequest {
  email?: string;
}
export interface ResendResponse {
  ok: boolean;
  sent: boolean;
  reason: 'no_email' | 'already_verified' | 'token_unavailable' | null;
}
export interface PasswordResetRequest {
  email: string;
}
export interface ResetPasswordRequest {
  token: string;
  password: string;
}
export interface MessageResponse {
  message: string;
}
/** `detail` of a refused password. */
export interface PasswordErrorDetail {
  error: 'password_invalid';
  reasons: string[];
}
export interface ChangePasswordRequest {
  current_password: string;
  password: string;
}
export interface ChangeEmailRequest {
  password: string;
  email: string;
}
/** One of the two. */
export interface ReauthRequest {
  password?: string;
  code?: string;
}
export interface OwnSession {
  id: string;
  created_at: string;
  last_seen_at: string;
  user_agent: string | null;
  current: boolean;
}
export interface SessionsResponse {
  sessions: OwnSession[];
}
export interface PasswordRequest {
  password: string;
}
export interface MfaSetupResponse {
  otpauth_url: string;
  secret: string;
  qr_svg: string;
}
export interface MfaEnableRequest {
  code: string;
}
export interface MfaChangeRequest {
  password: string;
  code: string;
}
export interface RecoveryCodesResponse {
  recovery_codes: string[];
}
/** GET /auth/mfa: data for the security page. */
export interface MfaStateResponse {
  totp_enabled: boolean;
  recovery_codes_left: number;
  /** False when the portal is reached by IP address: browsers do not allow passkeys there. */
  passkeys_available: boolean;
  has_passkey: boolean;
}
export interface PasskeySummary {
  id: string;
  name: string;
  created_at: string;
}
/** A pending change of address, until its link is opened. */
export interface EmailChangeResponse {
  pending: { email: string; expires_at: string } | null;
}
export interface PasskeysResponse {
  passkeys: (PasskeySummary & { last_used_at: string | null })[];
}
export interface SystemStatusResponse {
  database: { connected: boolean; message: string | null };
  time: string;
}

export interface EmailVerifiedResponse {
  ok: true;
}
/** Options for the browser's passkey API, in the WebAuthn JSON format. */
export interface PasskeyOptionsResponse {
  [option: string]: unknown;
}
