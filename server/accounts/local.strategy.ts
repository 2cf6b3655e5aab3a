import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors/errors.js';
import { validateBody } from '../platform/http/validation.js';
import { LoginDto } from './accounts.dto.js';
import { SignIn } from './sign-in.service.js';
import type { Account } from './users.repository.js';

const INVALID = () => new AppError(401, 'invalid_credentials', 'The email or password is incorrect.');

@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly signIn: SignIn) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  async validate(request: FastifyRequest, email: string, password: string): Promise<Account> {
    const account = await this.signIn.checkPassword(email.trim(), password, request);
    if (!account) throw INVALID();
    return account;
  }
}

/** passport-local, with the body validated first: its own complaints have no field names. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await validateBody(LoginDto, context.switchToHttp().getRequest<FastifyRequest>().body ?? {});
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: unknown, account: T): T {
    if (error) throw error;
    if (!account) throw INVALID();
    return account;
  }
}
