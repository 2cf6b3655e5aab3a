/** Fails if a response does not match docs/openapi.json; extra fields count. */
export declare function assertDescribed(
  method: string,
  url: string,
  response: { status: number; type: string; body: unknown },
): void;
