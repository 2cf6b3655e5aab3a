import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigError, loadConfig, loadMigrationTarget, VARIABLES } from '../../server/config/config.js';

const ROOT = fileURLToPath(new URL('../../docker/kubernetes', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Named {
  name: string;
}
interface Container extends Named {
  image: string;
  env?: (Named & {
    value?: string;
    valueFrom?: {
      secretKeyRef?: Named & { key: string; optional?: boolean };
      configMapKeyRef?: Named & { key: string; optional?: boolean };
    };
  })[];
  envFrom?: { configMapRef?: Named }[];
  securityContext: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  volumeMounts: (Named & { mountPath: string })[];
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
  startupProbe?: { httpGet: { path: string } };
  lifecycle?: { preStop: { exec: { command: string[] } } };
  command?: string[];
}
interface PodSpec {
  containers: Container[];
  volumes?: (Named & { emptyDir?: object })[];
  securityContext: Record<string, unknown>;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Named & { labels?: Record<string, string> };
  data?: Record<string, string>;
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    selector?: { matchLabels: Record<string, string> };
    podSelector?: { matchLabels: Record<string, string> };
    volumeClaimTemplates?: { metadata: Named }[];
    maxUnavailable?: number;
    replicas?: number;
    ingress?: object[];
  };
}
interface Kustomization {
  resources: string[];
  patches?: { path: string }[];
  images?: Named[];
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.yaml'),
);
const kustomizations = files.filter((path) => path.endsWith('kustomization.yaml'));
const manifestsOf = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
const manifests = files
  .filter((path) => !kustomizations.includes(path))
  .flatMap((path) => manifestsOf(path).map((manifest) => ({ path, manifest })));
const workloads = manifests.flatMap(({ manifest }) =>
  manifest.spec?.template
    ? [{ name: manifest.metadata.name, manifest, pod: manifest.spec.template.spec }]
    : [],
);
const podOf = (name: string): PodSpec => workloads.find((workload) => workload.name === name)!.pod;
const only = (pod: PodSpec): Container => pod.containers[0]!;
const baseSettings = manifestsOf('base/settings.yaml')[0]!.data!;

/** `apps/v1` is a folder of kubernetes-models, the core group's is `v1`. */
const modelOf = ({ apiVersion, kind }: Manifest): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : [null, apiVersion];
  return `kubernetes-models/${group ? `${group}/` : ''}${version}/${kind}`;
};

/** What the compiler says of each manifest as a literal of its type: a name that does not exist is an error there. */
function misnamed(): string[] {
  const checked = join(ROOT, 'checked.ts');
  const source = manifests
    .map(({ manifest }, i) =>
      [
        `import type { I${manifest.kind} as Kind${i} } from '${modelOf(manifest)}';`,
        `export const manifest${i}: Kind${i} = ${JSON.stringify(manifest)};`,
      ].join('\n'),
    )
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const onDisk = ts.createCompilerHost(options);
  host.getSourceFile = (name, ...rest) =>
    name === checked
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext)
      : onDisk.getSourceFile(name, ...rest);
  host.fileExists = (name) => name === checked || onDisk.fileExists(name);
  const program = ts.createProgram([checked], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the manifests', () => {
  it('are what their schemas accept', async () => {
    expect(manifests.length).toBeGreaterThan(10);
    for (const { path, manifest } of manifests) {
      const model = (await import(modelOf(manifest))) as Record<
        string,
        new (of: Manifest) => { validate(): void }
      >;
      const Kind = model[manifest.kind]!;
      expect([path, manifest.kind, () => new Kind(manifest).validate()]).toEqual([
        path,
        manifest.kind,
        expect.any(Function),
      ]);
      new Kind(manifest).validate();
    }
  });

  it('have no name that their kinds do not have', () => {
    expect(misnamed()).toEqual([]);
  });

  it('are each part of a kustomization, whose files exist', () => {
    const named = kustomizations.flatMap((path) => {
      const { resources, patches = [] } = parse(read(path)) as Kustomization;
      return [...resources, ...patches.map((patch) => patch.path)].map((to) => join(dirname(path), to));
    });
    for (const path of named) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    const parts = new Set(named);
    expect(manifests.filter(({ path }) => !parts.has(path))).toEqual([]);
    // Both parts of a roll-out have one image.
    const images = ['example', 'example/migrate'].map(
      (folder) => parse(read(`${folder}/kustomization.yaml`)).images,
    );
    expect(images[0]).toEqual(images[1]);
    expect(images[0][0].name).toBe(only(podOf('trt-web')).image);
  });

  it('select the pods that they mean', () => {
    for (const { manifest } of workloads)
      if (manifest.kind !== 'Job')
        expect(manifest.spec.selector!.matchLabels).toEqual(manifest.spec.template!.metadata.labels);
    for (const { manifest } of manifests) {
      const wanted =
        manifest.kind === 'PodDisruptionBudget'
          ? manifest.spec.selector!.matchLabels
          : manifest.spec?.podSelector?.matchLabels;
      if (!wanted) continue;
      const found = workloads.filter((workload) =>
        Object.entries(wanted).every(
          ([name, value]) => workload.manifest.spec.template!.metadata.labels[name] === value,
        ),
      );
      expect([manifest.metadata.name, found.length > 0]).toEqual([manifest.metadata.name, true]);
    }
  });
});

/** The environment of a pod, its secrets filled with what a production start takes. */
const SECRETS: Record<string, string> = {
  APP_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  DATABASE_URL: 'postgres://portal:x@db.clinic.example/trt?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:x@db.clinic.example/trt?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.clinic.example',
};
function environmentOf(pod: PodSpec): Record<string, string> {
  const { env = [], envFrom = [] } = only(pod);
  const own = env.flatMap(({ name, value, valueFrom }) => {
    const { secretKeyRef: secret, configMapKeyRef: setting } = valueFrom ?? {};
    const filled = value ?? (secret ? SECRETS[secret.key] : baseSettings[setting!.key]);
    const optional = secret?.optional ?? setting?.optional ?? false;
    expect([name, filled !== undefined || optional]).toEqual([name, true]);
    return filled === undefined ? [] : [[name, filled]];
  });
  return {
    NODE_ENV: 'production',
    ...(envFrom.length ? baseSettings : {}),
    ...(Object.fromEntries(own) as Record<string, string>),
  };
}

describe('the pods', () => {
  it('are given no variable that the portal does not read', () => {
    const named = [
      ...workloads.flatMap(({ pod }) => (only(pod).env ?? []).map(({ name }) => name)),
      ...manifests.flatMap(({ manifest }) => Object.keys(manifest.data ?? {})),
    ];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  it('start in production with what they are given, each in its role, and leave the schema to the job', () => {
    for (const role of ['web', 'worker']) {
      const config = loadConfig(environmentOf(podOf(`trt-${role}`)));
      expect([config.processRole, config.migratesOnStart, config.databaseOwnerUrl]).toEqual([
        role,
        false,
        null,
      ]);
    }
    const job = environmentOf(podOf('trt-migrate'));
    expect(loadMigrationTarget(job)).toEqual({ ownerUrl: SECRETS['DATABASE_OWNER_URL'], login: 'portal' });
    expect(() => loadMigrationTarget({ ...job, DATABASE_OWNER_URL: '' })).toThrow(ConfigError);
    expect(Object.keys(job)).not.toContain('APP_KEYS');
    expect(only(podOf('trt-migrate')).command).toEqual(['node', 'scripts/migrate.mjs']);
  });

  it('have their secrets from a secret, and none is in a file', () => {
    const secret = /KEY|PASSWORD|PEPPER|DATABASE|SMTP/;
    for (const { name, pod } of workloads)
      for (const variable of only(pod).env ?? [])
        if (secret.test(variable.name))
          expect([name, variable.name, variable.value, typeof variable.valueFrom?.secretKeyRef]).toEqual([
            name,
            variable.name,
            undefined,
            'object',
          ]);
    for (const { manifest } of manifests) {
      expect(manifest.kind).not.toBe('Secret');
      expect(Object.keys(manifest.data ?? {}).filter((name) => secret.test(name))).toEqual([]);
    }
    // The owner of the tables is the job's alone.
    const owners = workloads.filter(({ pod }) => JSON.stringify(pod).includes('DATABASE_OWNER_URL'));
    expect(owners.map(({ name }) => name)).toEqual(['trt-migrate']);
  });

  it('run as an ordinary user, and write only where they must', () => {
    for (const { name, pod } of workloads) {
      expect([name, pod.securityContext]).toEqual([
        name,
        expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      expect([name, pod.automountServiceAccountToken]).toEqual([name, false]);
      expect([name, only(pod).securityContext]).toEqual([
        name,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ]);
      const mounted = only(pod).volumeMounts.map((mount) => mount.mountPath);
      expect([name, mounted]).toEqual([name, name === 'trt-migrate' ? ['/tmp'] : ['/data', '/tmp']]);
    }
    const dockerfile = readFileSync(join(ROOT, '../Dockerfile'), 'utf8');
    expect(dockerfile).toContain('DATA_DIR=/data');
  });

  it('keep the journal of an outage: each web pod has a volume of its own', () => {
    const web = workloads.find(({ name }) => name === 'trt-web')!;
    expect([
      web.manifest.kind,
      web.manifest.spec.volumeClaimTemplates!.map((claim) => claim.metadata.name),
    ]).toEqual(['StatefulSet', ['data']]);
    expect((web.pod.volumes ?? []).map(({ name }) => name)).not.toContain('data');
  });

  it('stay in service while the database is away: every probe asks /livez', () => {
    for (const name of ['trt-web', 'trt-worker']) {
      const { readinessProbe, livenessProbe, startupProbe } = only(podOf(name));
      for (const probe of [readinessProbe, livenessProbe, startupProbe])
        expect([name, probe?.httpGet.path]).toEqual([name, '/livez']);
    }
  });

  it('end after what they work on: the grace covers the pause and the drain of the portal', () => {
    const main = readFileSync(new URL('../../server/main.ts', import.meta.url), 'utf8');
    const drain = Number(/DRAIN_LIMIT_MS = ([\d_]+)/.exec(main)![1]!.replace('_', '')) / 1000;
    for (const name of ['trt-web', 'trt-worker']) {
      const pod = podOf(name);
      const pause = Number(only(pod).lifecycle?.preStop.exec.command.at(-1) ?? 0);
      expect([name, pod.terminationGracePeriodSeconds! >= pause + drain + 5]).toEqual([name, true]);
    }
    expect(only(podOf('trt-web')).lifecycle!.preStop.exec.command).toEqual(['sleep', '5']);
  });

  it('have the memory that was measured, and no limit of processor time', () => {
    for (const name of ['trt-web', 'trt-worker']) {
      const { requests, limits } = only(podOf(name)).resources;
      expect([name, requests['memory'], limits['memory'], limits['cpu']]).toEqual([
        name,
        '320Mi',
        '512Mi',
        undefined,
      ]);
    }
  });

  it('are all closed to the network but for the web pods, to the ingress controller', () => {
    const open = manifests.filter(
      ({ manifest }) => manifest.kind === 'NetworkPolicy' && (manifest.spec.ingress ?? []).length > 0,
    );
    expect(open.map(({ manifest }) => manifest.metadata.name)).toEqual(['trt-web']);
    const closed = manifests.find(
      ({ manifest }) => manifest.metadata.name === 'trt-portal' && manifest.kind === 'NetworkPolicy',
    )!;
    expect(closed.manifest.spec.ingress).toEqual([]);
    for (const { manifest } of workloads)
      expect(manifest.spec.template!.metadata.labels).toMatchObject(
        closed.manifest.spec.podSelector!.matchLabels,
      );
  });
});

it('names no manifest in the docs that is not there', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/-k (\S+)/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) {
    const folder = relative('docker/kubernetes', path);
    expect([path, existsSync(join(ROOT, folder, 'kustomization.yaml'))]).toEqual([path, true]);
  }
});
