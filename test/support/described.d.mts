/** What docs/openapi.json says about a call, if it has it; the method in small letters. */
export declare function operationOf(method: string, url: string): { operationId: string } | undefined;
/** Fails if a response does not match docs/openapi.json; extra fields count. */
export declare function assertDescribed(
  method: string,
  url: string,
  response: { status: number; type: string; body: unknown },
): void;

/** Paths of the lists, answers with a total, that this role may call. */
export function listsFor(role: string): string[];
