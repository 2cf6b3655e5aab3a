import { APP_INTERCEPTOR } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SESSION_GATE } from '../platform/access/access.guard.js';
import { AccountEnding } from './administration/account-ending.service.js';
import { AccountMail } from './email/account-mail.service.js';
import { AccountNotices } from './email/account-notices.service.js';
import { AdministratorNotices } from './users/administrator-notices.service.js';
import { AccountTidying } from './administration/account-tidying.js';
import { AccountsController } from './sign-in/accounts.controller.js';
import { Accounts } from './sign-in/accounts.service.js';
import { EmailAddresses } from './sign-in/email-addresses.service.js';
import { EmailToken } from './email/email-token.entity.js';
import { EmailTokens } from './email/email-tokens.service.js';
import { KnownDevices } from './sign-in/known-devices.service.js';
import { LocalStrategy } from './sign-in/local.strategy.js';
import { MfaController } from './sign-in/mfa.controller.js';
import { MfaEnrolment } from './second-factor/mfa-enrolment.service.js';
import { Passkey, RecoveryCode, TotpCredential } from './second-factor/mfa.entities.js';
import { Mfa } from './second-factor/mfa.service.js';
import { OptionalActor } from './sessions/optional-actor.js';
import { OrganisationsAdminController } from './administration/organisations-admin.controller.js';
import { OrganisationsAdmin } from './administration/organisations-admin.service.js';
import { OwnSessions } from './sessions/own-sessions.service.js';
import { PasskeysController } from './second-factor/passkeys.controller.js';
import { OwnFactorInterceptor } from './second-factor/own-factor.interceptor.js';
import { OwnFactor } from './second-factor/own-factor.service.js';
import { Passkeys } from './second-factor/passkeys.service.js';
import { PasswordChanges } from './sign-in/password-changes.service.js';
import { PasswordPolicy } from './passwords/password-policy.service.js';
import { FULL_COST, PASSWORD_COST, Passwords } from './passwords/passwords.service.js';
import { ProductionChecks } from './administration/production-checks.service.js';
import { Proof } from './second-factor/proof.service.js';
import { RecoveryCodes } from './second-factor/recovery-codes.service.js';
import { Reauthentication } from './sign-in/reauthentication.service.js';
import { Revocations } from './sessions/revocations.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SessionLookup } from './sessions/session-lookup.js';
import { SessionRecall } from './sessions/session-recall.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.service.js';
import { SignIn } from './sign-in/sign-in.service.js';
import { SsoProvider } from './sso/sso-provider.js';
import { SsoSettingsController } from './sign-in/sso-settings.controller.js';
import { SsoSettings } from './sso/sso-settings.service.js';
import { SsoSignIn } from './sign-in/sso-sign-in.service.js';
import { SsoController } from './sign-in/sso.controller.js';
import { SsoConnection, SsoDomain, SsoLink, SsoLogin } from './sso/sso.entities.js';
import { SsoRepository } from './sso/sso.repository.js';
import { Totp } from './second-factor/totp.service.js';
import { Invitations } from './administration/invitations.service.js';
import { UserAdministration } from './administration/user-administration.service.js';
import { UsersAdminController } from './administration/users-admin.controller.js';
import { UsersAdminRepository } from './administration/users-admin.repository.js';
import { UsersAdmin } from './administration/users-admin.service.js';
import { UsersModule } from './users/users.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PatientsModule } from '../patients/patients.module.js';

@Module({
  imports: [
    MailModule,
    PatientsModule,
    PassportModule.register({ session: false }),
    TypeOrmModule.forFeature([
      EmailToken,
      Passkey,
      RecoveryCode,
      SsoConnection,
      SsoDomain,
      SsoLink,
      SsoLogin,
      TotpCredential,
    ]),
    UsersModule,
  ],
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
    { provide: APP_INTERCEPTOR, useClass: OwnFactorInterceptor },
    AccountEnding,
    AccountMail,
    AccountNotices,
    AccountTidying,
    Accounts,
    AdministratorNotices,
    EmailAddresses,
    EmailTokens,
    KnownDevices,
    LocalStrategy,
    Mfa,
    MfaEnrolment,
    OptionalActor,
    OrganisationsAdmin,
    OwnSessions,
    OwnFactor,
    Passkeys,
    PasswordChanges,
    PasswordPolicy,
    Passwords,
    ProductionChecks,
    Proof,
    Reauthentication,
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
    UsersAdmin,
    UsersAdminRepository,
    { provide: PASSWORD_COST, useValue: FULL_COST },
    { provide: SESSION_GATE, useExisting: Sessions },
  ],
  exports: [
    AccountEnding,
    AccountNotices,
    OwnFactor,
    OwnSessions,
    SESSION_GATE,
    Passwords,
    UserAdministration,
  ],
})
export class AccountsModule {}
