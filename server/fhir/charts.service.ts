import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Clock } from '../platform/time/clock.js';
import { SECTIONS, type Chart, type Clinic, type Section } from './model/chart.js';
import { ChartsRepository } from './charts.repository.js';

type Sections = Pick<Chart, Section>;

/** Patients' charts with the needed sections. */
@Injectable()
export class Charts {
  constructor(
    private readonly repository: ChartsRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param orgId null: every organization */
  async clinics(orgId: string | null): Promise<Clinic[]> {
    const organisations = await this.repository.organisations(orgId);
    const team = await this.repository.team(orgId);
    return organisations.map((organisation) => ({
      origin: this.config.publicOrigin,
      today: this.clock.today(organisation.timezone),
      organisation,
      team: team.filter((person) => person.org_id === organisation.id),
    }));
  }

  /** In id order. The caller may reach these patients. */
  async of(
    patientIds: readonly string[],
    needs: readonly Section[],
    { clinics, reader }: { clinics: readonly Clinic[]; reader: Chart['reader'] },
  ): Promise<Chart[]> {
    const patients = await this.repository.patients(patientIds);
    const sections = await this.sections(patientIds, needs);
    return patients.flatMap((patient) => {
      const clinic = clinics.find(({ organisation }) => organisation.id === patient.org_id);
      return clinic ? [{ ...clinic, reader, patient, ...sections(patient.id) }] : [];
    });
  }

  private async sections(
    patientIds: readonly string[],
    needs: readonly Section[],
  ): Promise<(patientId: string) => Sections> {
    const loaded = new Map<Section, ReadonlyMap<string, Chart[Section]>>();
    // One after the other: a large read must not take every connection.
    for (const name of needs) loaded.set(name, await this.repository.section(name, patientIds));
    return (patientId) =>
      Object.fromEntries(
        SECTIONS.map((name) => [name, loaded.get(name)?.get(patientId) ?? []]),
      ) as unknown as Sections;
  }
}
