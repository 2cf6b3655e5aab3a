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
}
/** GET /auth/me, and the answer of every call that gives a session. */
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
export interface SystemStatusResponse {
  database: { connected: boolean; message: string | null };
  time: string;
}
