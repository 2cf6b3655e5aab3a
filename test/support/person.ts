import request, { type Response, type Test } from 'supertest';
import type { MeResponse } from '../../common/api/index.js';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import { assertDescribed } from './described.mjs';
import { judged } from './judged.js';

export const GOOD_PASSWORD = 'velvet otter mountain quarry 71';

let people = 0;

/** A signed-in person, written down. */
export interface KeptPerson {
  email: string;
  me: MeResponse | null;
  cookies: [string, string][];
}

/** One browser: a cookie jar and its own address. */
export class Person {
  private readonly cookies = new Map<string, string>();
  private readonly address = `10.20.${(people >> 8) & 255}.${people++ & 255}`;
  me: MeResponse | null = null;
  email = '';

  constructor(private readonly base: string) {}

  get token(): string {
    return this.cookies.get('trt_sid') ?? '';
  }

  /** The same cookies, as a second window or a thief would have them. */
  twin(base = this.base): Person {
    const twin = new Person(base);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  kept(): KeptPerson {
    return { email: this.email, me: this.me, cookies: [...this.cookies] };
  }

  static restored(base: string, { email, me, cookies }: KeptPerson): Person {
    const person = Object.assign(new Person(base), { email, me });
    for (const [name, value] of cookies) person.cookies.set(name, value);
    return person;
  }

  plant(name: string, value: string): this {
    this.cookies.set(name, value);
    return this;
  }

  async signIn(email: string, password = DEMO_PASSWORD): Promise<this> {
    const response = await this.post('/auth/login', { email, password });
    if (response.status !== 200) throw new Error(`sign-in of ${email}: ${response.status} ${response.text}`);
    this.me = response.body as MeResponse;
    this.email = email;
    return this;
  }

  async signUp(email = `person${people}-${Date.now().toString(36)}@example.test`): Promise<this> {
    const response = await this.post('/auth/signup', {
      email,
      password: GOOD_PASSWORD,
      confirm_password: GOOD_PASSWORD,
    });
    if (response.status !== 201) throw new Error(`sign-up of ${email}: ${response.status} ${response.text}`);
    this.me = response.body as MeResponse;
    this.email = email;
    return this;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(request(this.base).get(path), undefined, headers);
  }

  /** A list call of the documented dialect. */
  list(
    path: string,
    query: { filter?: object; sort?: [string, string]; range?: [number, number] } = {},
  ): Promise<Response> {
    const search = new URLSearchParams(
      Object.entries(query).map(([k, v]): [string, string] => [k, JSON.stringify(v)]),
    );
    return this.get(`${path}?${search.toString()}`);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(request(this.base).post(path), body, headers);
  }

  patch(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(request(this.base).patch(path), body, headers);
  }

  request(method: string, path: string, body?: unknown): Promise<Response> {
    const verbs = {
      GET: 'get',
      POST: 'post',
      PUT: 'put',
      PATCH: 'patch',
      DELETE: 'delete',
      HEAD: 'head',
      ALL: 'put',
    } as const;
    return this.send(request(this.base)[verbs[method as keyof typeof verbs]](path), body, {});
  }

  /** A body exactly as written. */
  raw(
    path: string,
    text: string | Buffer,
    headers: Record<string, string> = {},
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<Response> {
    const call = method === 'POST' ? request(this.base).post(path) : request(this.base).patch(path);
    const written = call.set('content-type', 'application/json').serialize((body) => body as string);
    return this.send(written, text, headers);
  }

  private async send(test: Test, body: unknown, headers: Record<string, string>): Promise<Response> {
    const cookie = [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ');
    let call = test.set('x-forwarded-for', this.address).set(headers);
    if (cookie) call = call.set('cookie', cookie);
    const response = await (body === undefined ? call : call.send(body as object));
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.keep(line);
    assertDescribed(test.method, test.url, response);
    await judged(test, body, response);
    return response;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    const gone = !value || attributes.some((a) => /expires=thu, 01 jan 1970/i.test(a.trim()));
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
