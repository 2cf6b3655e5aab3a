import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { SESSION_GATE } from '../platform/access/access.guard.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.service.js';
import { EmailTokens } from './email-tokens.service.js';
import { LocalStrategy } from './local.strategy.js';
import { Mfa } from './mfa.service.js';
import { OptionalActor } from './optional-actor.js';
import { PasswordPolicy } from './password-policy.service.js';
import { Passwords } from './passwords.service.js';
import { Sessions } from './sessions.service.js';
import { UsersRepository } from './users.repository.js';
import { Users } from './users.service.js';

@Global()
@Module({
  imports: [PassportModule.register({ session: false })],
  controllers: [AccountsController],
  providers: [
    Accounts,
    EmailTokens,
    LocalStrategy,
    Mfa,
    OptionalActor,
    PasswordPolicy,
    Passwords,
    Sessions,
    Users,
    UsersRepository,
    { provide: SESSION_GATE, useExisting: Sessions },
  ],
  exports: [SESSION_GATE, Passwords, Users],
})
export class AccountsModule {}
