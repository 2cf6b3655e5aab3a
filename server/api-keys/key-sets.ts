import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { bodyOf, callOutside, isLoopback } from '../platform/http/outside-call.js';
import { readKeySet, type PublicKey } from './public-keys.js';

const LIMIT_MS = 5000;
const MOST_BYTES = 64 * 1024;

/** Reads the key sets that programs publish: 5 s, no redirects, nothing inside our own network. */
@Injectable()
export class KeySets {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Throws if it cannot be had or used. */
  async fetch(address: string): Promise<PublicKey[]> {
    const url = new URL(address);
    const answer = await callOutside(url, {
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'TRT-Portal/1' },
      signal: AbortSignal.timeout(LIMIT_MS),
      publicOnly: this.config.production || !isLoopback(url),
    });
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new Error(`The key set was answered with ${answer.statusCode}`);
    }
    return readKeySet((await bodyOf(answer, MOST_BYTES)).toString());
  }
}
