import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/errors.js';
import { validateBody } from '../../platform/http/validation.js';
import { LoginDto } from '../users/accounts.dto.js';
import { SignIn } from './sign-in.service.js';
import type { Account } from '../users/users.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

interface Credentials {
  email: string;
  password: string;
}

const INVALID = () => new AppError(401, 'invalid_credentials', SHARED_TEXT.emailOrPasswordIncorrect);

/** Only reads the two fields: passport keeps one strategy for the whole process, so it may have no dependencies. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ usernameField: 'email', passwordField: 'password' });
  }

  validate(email: string, password: string): Credentials {
    return { email: email.trim(), password };
  }
}

/** passport-local, with the body validated first: its own errors have no field names. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  constructor(private readonly signIn: SignIn) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Credentials | Account }>();
    await validateBody(LoginDto, request.body ?? {});
    await super.canActivate(context);
    const { email, password } = request.user as Credentials;
    const account = await this.signIn.checkPassword(email, password, request);
    if (!account) throw INVALID();
    request.user = account;
    return true;
  }

  override handleRequest<T>(error: unknown, credentials: T): T {
    if (error) throw error;
    if (!credentials) throw INVALID();
    return credentials;
  }
}
