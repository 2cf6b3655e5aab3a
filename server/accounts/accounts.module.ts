import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { SESSION_GATE } from '../platform/access/access.guard.js';
import { AccountEnding } from './account-ending.service.js';
import { AccountMail } from './account-mail.service.js';
import { AccountNotices } from './account-notices.service.js';
import { AccountTidying } from './account-tidying.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.service.js';
import { EmailAddresses } from './email-addresses.service.js';
import { EmailTokens } from './email-tokens.service.js';
import { KnownDevices } from './known-devices.service.js';
import { LocalStrategy } from './local.strategy.js';
import { MfaController } from './mfa.controller.js';
import { MfaEnrolment } from './mfa-enrolment.service.js';
import { Mfa } from './mfa.service.js';
import { OptionalActor } from './optional-actor.js';
import { OrganisationsAdminController } from './organisations-admin.controller.js';
import { OrganisationsAdmin } from './organisations-admin.service.js';
import { OrganisationsRepository } from './organisations.repository.js';
import { OwnSessions } from './own-sessions.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { Passkeys } from './passkeys.service.js';
import { PasswordChanges } from './password-changes.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { FULL_COST, PASSWORD_COST, Passwords } from './passwords.service.js';
import { ProductionChecks } from './production-checks.service.js';
import { Proof } from './proof.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { Revocations } from './revocations.js';
import { SecondFactors } from './second-factors.service.js';
import { SessionLookup } from './session-lookup.js';
import { SessionRecall } from './session-recall.js';
import { SessionsController } from './sessions.controller.js';
import { Sessions } from './sessions.service.js';
import { SignIn } from './sign-in.service.js';
import { SsoProvider } from './sso/sso-provider.js';
import { SsoSettingsController } from './sso/sso-settings.controller.js';
import { SsoSettings } from './sso/sso-settings.service.js';
import { SsoSignIn } from './sso/sso-sign-in.service.js';
import { SsoController } from './sso/sso.controller.js';
import { SsoRepository } from './sso/sso.repository.js';
import { Totp } from './totp.service.js';
import { Invitations } from './invitations.service.js';
import { UserAdministration } from './user-administration.service.js';
import { UsersAdminController } from './users-admin.controller.js';
import { UsersAdminRepository } from './users-admin.repository.js';
import { UsersAdmin } from './users-admin.service.js';
import { UsersRepository } from './users.repository.js';
import { Users } from './users.service.js';

@Global()
@Module({
  imports: [PassportModule.register({ session: false })],
  controllers: [
    AccountsController,
    SessionsController,
    MfaController,
    PasskeysController,
    UsersAdminController,
    OrganisationsAdminController,
    SsoController,
    SsoSettingsController,
  ],
  providers: [
    AccountEnding,
    AccountMail,
    AccountNotices,
    AccountTidying,
    Accounts,
    EmailAddresses,
    EmailTokens,
    KnownDevices,
    LocalStrategy,
    Mfa,
    MfaEnrolment,
    OptionalActor,
    OrganisationsAdmin,
    OrganisationsRepository,
    OwnSessions,
    Passkeys,
    PasswordChanges,
    PasswordPolicy,
    Passwords,
    ProductionChecks,
    Proof,
    RecoveryCodes,
    Revocations,
    SecondFactors,
    SessionLookup,
    SessionRecall,
    Sessions,
    SignIn,
    SsoProvider,
    SsoRepository,
    SsoSettings,
    SsoSignIn,
    Totp,
    Invitations,
    UserAdministration,
    Users,
    UsersAdmin,
    UsersAdminRepository,
    UsersRepository,
    { provide: PASSWORD_COST, useValue: FULL_COST },
    { provide: SESSION_GATE, useExisting: Sessions },
  ],
  exports: [AccountEnding, OwnSessions, SESSION_GATE, Passwords, UserAdministration, Users],
})
export class AccountsModule {}
