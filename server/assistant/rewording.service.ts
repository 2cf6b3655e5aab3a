import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Log } from '../platform/logging/log.js';
import { INSTRUCTION } from './text/rewording.js';

const LIMIT_MS = 4000;
const LONGEST = 1500;
const KEPT = 500;

/** The part of an article that determines the answer. */
export interface Quotable {
  slug: string;
  version: number;
  body: string;
}

/** Numbers as a reader sees them. */
const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,/]\d+)*/g) ?? [];

/** A reworded text may not add numbers, links or markup, nor lose the emergency numbers. */
export function faithful(original: string, reworded: string): boolean {
  const known = new Set(numbersIn(original));
  return (
    reworded.length > 0 &&
    reworded.length <= LONGEST &&
    !/[<>]|https?:|www\.|\]\(|\*\*|```/i.test(reworded) &&
    numbersIn(reworded).every((n) => known.has(n)) &&
    ['911', '988', '1-800-222-1222'].every((n) => !original.includes(n) || reworded.includes(n))
  );
}

/**
 * The quoted articles, reworded by a language model if one is configured. Only their text leaves the portal: neither
 * the question nor anything about the user does. If anything fails, the articles are quoted unchanged.
 */
@Injectable()
export class Rewording {
  private readonly kept = new Map<string, string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'assistantModel'>,
    @Inject(Log) private readonly log: Log,
  ) {}

  async of(articles: readonly Quotable[]): Promise<string> {
    const plain = articles.map((a) => a.body).join('\n\n');
    if (!this.config.assistantModel) return plain;
    const key = articles.map((a) => `${a.slug}@${a.version}`).join(' ');
    const known = this.kept.get(key);
    if (known) return known;
    try {
      const reworded = (await this.ask(plain)).trim();
      if (!faithful(plain, reworded)) return plain;
      if (this.kept.size >= KEPT) this.kept.clear();
      this.kept.set(key, reworded);
      return reworded;
    } catch (error) {
      this.log.error('the language model did not answer', error);
      return plain;
    }
  }

  private async ask(text: string): Promise<string> {
    const { url, key, model } = this.config.assistantModel!;
    const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: INSTRUCTION },
          { role: 'user', content: text },
        ],
      }),
    });
    if (!response.ok) throw new Error(`The language model answered ${response.status}`);
    const answer = (await response.json()) as { choices?: { message?: { content?: unknown } }[] };
    const content = answer.choices?.[0]?.message?.content;
    return typeof content === 'string' ? content : '';
  }
}
