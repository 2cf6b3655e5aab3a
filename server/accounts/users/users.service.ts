import { Injectable } from '@nestjs/common';
import { OrganisationsRepository } from './organisations.repository.js';
import { UsersRepository } from './users.repository.js';

/** Account operations for other features. */
@Injectable()
export class Users {
  constructor(
    private readonly repository: UsersRepository,
    private readonly organisations: OrganisationsRepository,
  ) {}

  organisationExists(id: string): Promise<boolean> {
    return this.organisations.exists(id);
  }

  /** A name became known; null: it was someone else's. */
  nameIs(userId: string, name: string | null): Promise<void> {
    return this.repository.setDisplayName(userId, name);
  }
}
