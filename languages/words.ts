/** The words of a file in another language: the same entries, with texts of its own. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Words<Said>
    : T extends readonly (infer Each)[]
      ? readonly Words<Each>[]
      : T extends object
        ? { readonly [Name in keyof T]: Words<T[Name]> }
        : T;
