import type { Client } from 'pg';

export function loadClinic(db: Client, n: number, told: (step: string) => void): Promise<void>;
