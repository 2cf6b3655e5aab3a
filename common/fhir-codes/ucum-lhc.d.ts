declare module '@lhncbc/ucum-lhc' {
  export const UcumLhcUtils: {
    getInstance(): {
      validateUnitString(unit: string): { status: 'valid' | 'invalid' | 'error' };
      convertUnitTo(
        from: string,
        value: number,
        to: string,
        suggest: boolean,
        molecularWeight: number | null,
      ): { status: 'succeeded' | 'failed' | 'error'; toVal: number | null };
    };
  };
}
