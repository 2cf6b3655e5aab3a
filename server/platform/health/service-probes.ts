import { Global, Injectable, Module } from '@nestjs/common';
import type { ServiceStatus } from '#common/vocabulary/index.js';
import { inScope } from '../access/context.js';
import { EVERYTHING } from '../access/scope.js';
import { SHARED_TEXT } from '../text/en.js';

export interface ServiceState {
  status: ServiceStatus;
  /** A sentence for people: counts only, never a name, host or path. */
  message: string;
  detail: string | null;
}
type Probe = () => Promise<ServiceState>;

const LIMIT_MS = 3000;
const SILENT: ServiceState = {
  status: 'unavailable',
  message: SHARED_TEXT.doesNotAnswerRightNow,
  detail: null,
};

/** What each part of the portal says of itself; every feature registers its own probe. */
@Injectable()
export class ServiceProbes {
  private readonly probes = new Map<string, Probe>();

  /** Called by features while the application boots. */
  add(name: string, probe: Probe): void {
    this.probes.set(name, probe);
  }

  /** Asks all of them at once; one that fails or takes too long is unavailable, and the others still answer. */
  async ask(): Promise<Record<string, ServiceState>> {
    const names = [...this.probes.keys()].toSorted();
    const states = await Promise.all(names.map((name) => limited(this.probes.get(name)!)));
    return Object.fromEntries(names.map((name, i) => [name, states[i]!]));
  }
}

async function limited(probe: Probe): Promise<ServiceState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ServiceState>((resolve) => {
    timer = setTimeout(() => resolve(SILENT), LIMIT_MS);
  });
  try {
    // The state of the portal is the same no matter who asks.
    return await Promise.race([inScope(EVERYTHING, probe), late]);
  } catch {
    return SILENT;
  } finally {
    clearTimeout(timer);
  }
}

@Global()
@Module({ providers: [ServiceProbes], exports: [ServiceProbes] })
export class HealthModule {}
