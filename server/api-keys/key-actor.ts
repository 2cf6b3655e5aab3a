import { Injectable } from '@nestjs/common';
import type { Actor } from '../platform/access/actor.js';
import { withoutRecords } from '../platform/access/key-scopes.js';
import { ApiKeysRepository, type KnownKey } from './api-keys.repository.js';

/** The program behind a key: belongs to one organization, without a role or a user. */
export function actorOf(key: KnownKey): Actor {
  const closed = key.needs_reason ? 'reason' : key.needs_provider ? 'provider' : null;
  return {
    userId: key.id,
    sessionId: key.id,
    email: '',
    displayName: key.name,
    emailVerified: true,
    mfaEnabled: false,
    orgId: key.org_id,
    systemWide: false,
    orgName: key.org_name,
    orgTimezone: key.org_timezone,
    timezone: key.org_timezone,
    roles: [],
    patientId: null,
    aal: 1,
    sessionExpiresAt: key.expires_at,
    provenRecently: false,
    key: {
      id: key.id,
      name: key.name,
      scopes: closed ? withoutRecords(key.scopes) : key.scopes,
      closed,
      types: key.types,
    },
    policies: {
      mfaRequiredForStaff: false,
      stepUpForPrescribing: false,
      clinicalActsNeedProvider: false,
      breakGlassReason: false,
    },
  };
}

/** For what goes on after a program's call was answered. */
@Injectable()
export class KeyActors {
  constructor(private readonly keys: ApiKeysRepository) {}

  /** null: the key opens nothing any more. */
  async find(keyId: string): Promise<Actor | null> {
    const key = await this.keys.knownById(keyId);
    return key && !key.revoked && !key.expired ? actorOf(key) : null;
  }
}
