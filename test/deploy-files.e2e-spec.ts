import { validate } from 'dockerfile-utils';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { SETTINGS, readEnvironment } from '../src/platform/config/environment.js';
import { startTestApp } from './support/app.js';
import { imageOf, instructionsOf } from './support/dockerfile.js';
import { hasOpenssl } from './support/certificate.js';
import { freePort } from './support/free-port.js';
import { findNginx, gatewayFiles } from './support/nginx.js';

const textOf = (file: string) => readFileSync(file, 'utf8');
// oxlint-disable-next-line typescript/no-explicit-any -- configuration files of other programs, checked here
const yamlOf = (file: string): any => load(textOf(file));

/** Time within which the service exits after SIGTERM, in seconds. */
const ENDS_WITHIN_S = 9;

describe('the Dockerfile', () => {
  const FILE = 'deploy/Dockerfile';

  it('is well-formed', () => {
    expect(validate(textOf(FILE))).toEqual([]);
  });

  it('starts the service without a shell and without root, and stops it with SIGTERM', async () => {
    const all = await instructionsOf(FILE);
    for (const { name, text } of all) if (['RUN', 'CMD'].includes(name)) expect(text).toMatch(/^\["/);
    const { userId, command, healthCheck } = await imageOf(FILE);
    expect(userId).toBeGreaterThan(0);
    expect(command[0]).toBe('node');
    expect(healthCheck[0]).toBe('node');
    expect(all).toContainEqual({ name: 'STOPSIGNAL', text: 'SIGTERM' });
  });

  it('runs no install scripts of packages', async () => {
    const installs = (await instructionsOf(FILE)).filter(({ text }) =>
      /"npm", "(ci|install|prune)"/.test(text),
    );
    expect(installs).toHaveLength(2);
    for (const { text } of installs) expect(JSON.parse(text)).toContain('--ignore-scripts');
  });

  it('copies only files that exist and that .dockerignore does not exclude', async () => {
    const copied = (await instructionsOf(FILE))
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(({ text }) => text.split(' ').slice(0, -1));
    const lines = textOf('.dockerignore').split('\n');
    expect(lines).toContain('*');
    for (const path of copied) {
      expect(existsSync(path)).toBe(true);
      expect(lines).toContain(`!${path}`);
    }
  });

  it('declares the build argument of the commit after it installs the packages, so another commit does not install them again', async () => {
    const names = (await instructionsOf(FILE)).map(({ name, text }) => `${name} ${text}`);
    const [argument, build] = [names.indexOf('ARG COMMIT'), names.indexOf('RUN ["npm", "run", "build"]')];
    expect(argument).toBe(build - 1);
    expect(argument).toBeGreaterThan(names.findIndex((text) => text.includes('"ci"')));
  });

  it('is based on one pinned image of a supported Node.js version', async () => {
    const stages = (await instructionsOf(FILE)).filter(({ name }) => name === 'FROM');
    const images = new Set(stages.map(({ text }) => text.split(' ')[0]));
    expect([...images]).toEqual([
      expect.stringMatching(/^node:(22|24)\.[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/),
    ]);
  });
});

it('scripts/sbom.js lists the production packages, and nothing else', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bss-')), 'sbom.json');
  try {
    const { status, stderr } = spawnSync('node', ['scripts/sbom.js', file], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const { bomFormat, metadata, components } = JSON.parse(textOf(file)) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string }[];
    };
    const listed = new Set(components.map((component) => component.name));
    const { name, dependencies, devDependencies } = JSON.parse(textOf('package.json'));
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', name]);
    expect(Object.keys(dependencies).filter((dependency) => !listed.has(dependency))).toEqual([]);
    for (const tool of ['jest', 'oxlint', 'prettier']) {
      expect(devDependencies).toHaveProperty(tool);
      expect(listed).not.toContain(tool);
    }
  } finally {
    rmSync(dirname(file), { recursive: true, force: true });
  }
});

describe('compose.yaml', () => {
  const { services, volumes } = yamlOf('deploy/compose.yaml');

  it('sets only settings that exist, with valid values', () => {
    const given = Object.entries<string>(services.backtest.environment).map(
      ([name, value]): [string, string] => [
        name,
        value.replaceAll(
          /\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g,
          (_, _name, fallback: string | undefined) => fallback ?? 'x',
        ),
      ],
    );
    for (const [name] of given) expect(SETTINGS).toContain(name);
    expect(readEnvironment(Object.fromEntries(given)).DATABASE_URL).toBe(
      'postgres://backtest:x@postgres:5432/backtest',
    );
  });

  it('does not start without a key, because the service would then create a key and print this key to the log', () => {
    expect(services.backtest.environment.API_KEYS).toMatch(/^\$\{API_KEYS:\?[^}]+\}$/);
  });

  it('pins every image that it pulls by digest', () => {
    const pulled = Object.values<{ image: string; build?: unknown }>(services).filter(({ build }) => !build);
    expect(pulled).toHaveLength(3);
    for (const { image } of pulled) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });

  it('refers to files and volumes that exist, and waits only for services with a health check', () => {
    for (const service of Object.values<Record<string, never>>(services)) {
      for (const [name, { condition }] of Object.entries<{ condition: string }>(
        service['depends_on'] ?? {},
      )) {
        expect(condition).toBe('service_healthy');
        expect(name === 'backtest' || services[name].healthcheck).toBeTruthy();
      }
      for (const volume of (service['volumes'] ?? []) as string[]) {
        const [source = ''] = volume.split(':');
        expect(source.startsWith('./') ? existsSync(`deploy/${source}`) : source in volumes).toBe(true);
      }
    }
    expect(existsSync(services.backtest.build.dockerfile)).toBe(true);
  });

  it('publishes only the proxy that the service trusts, and by default only on this machine', () => {
    const published = Object.entries<{ ports?: string[]; network_mode?: string }>(services).flatMap(
      ([name, { ports = [], network_mode: mode = 'bridge' }]) =>
        [mode, ...ports].map((what) => `${name} ${what}`),
    );
    expect(published.filter((what) => !what.endsWith(' bridge'))).toEqual([
      'nginx ${GATEWAY_PORT:-127.0.0.1:3000}:8080',
    ]);
    expect(services.backtest.environment.TRUST_PROXY).toBe('1');
    expect(textOf('deploy/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(services.nginx.profiles).toBeUndefined();
  });

  it('limits the memory of the service as the Kubernetes manifest does', () => {
    const [container] = yamlOf('deploy/kubernetes/deployment.yaml').spec.template.spec.containers;
    expect(container.resources.limits.memory).toBe('1Gi');
    expect(services.backtest.mem_limit).toBe('1g');
  });

  it('passes a given commit to the build of the image', () => {
    expect(services.backtest.build.args).toEqual({ COMMIT: '${COMMIT:-}' });
  });

  it('gives the service enough time to stop, and lets the service write only to its volumes', () => {
    expect(parseInt(services.backtest.stop_grace_period, 10)).toBeGreaterThan(ENDS_WITHIN_S);
    expect(services.backtest).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      volumes: ['data:/data', 'tmp:/tmp'],
    });
  });
});

describe('the Kubernetes manifests', () => {
  const DIRECTORY = 'deploy/kubernetes';
  const manifests = readdirSync(DIRECTORY).map((file) => ({ file, ...yamlOf(`${DIRECTORY}/${file}`) }));
  const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
  const secretOf = (name: string) =>
    manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name);
  const { spec } = ofKind('Deployment');
  const pod = spec.template.spec;
  const [container] = pod.containers;

  it('are all in the kustomization, except example secrets, the Job and objects that need an operator', () => {
    const alone = [
      'kustomization.yaml',
      'secret.example.yaml',
      'servicemonitor.yaml',
      'prometheusrule.yaml',
      'migrate-job.yaml',
      'migrate-secret.example.yaml',
    ];
    const applied = [...ofKind('Kustomization').resources, ...alone];
    expect(new Set(applied)).toEqual(new Set(manifests.map(({ file }) => file)));
  });

  it('refer to each other by the right names and labels', () => {
    const labels = spec.template.metadata.labels;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(ofKind('Service').spec.selector).toEqual(labels);
    expect(ofKind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const sources = container.envFrom.map(
      // oxlint-disable-next-line typescript/no-explicit-any -- as above
      (source: any) => source.configMapRef?.name ?? source.secretRef?.name,
    );
    expect(sources).toEqual([ofKind('ConfigMap').metadata.name, secretOf('backtest').metadata.name]);
    expect(container.image).toBe(ofKind('Kustomization').images[0].name);
  });

  it('show connections to PostgreSQL and Redis that are encrypted and need a password', () => {
    const { DATABASE_URL, REDIS_URL } = readEnvironment(secretOf('backtest').stringData);
    expect(new URL(DATABASE_URL ?? '')).toMatchObject({
      password: 'REPLACE',
      search: '?sslmode=verify-full',
    });
    expect(new URL(REDIS_URL ?? '')).toMatchObject({ protocol: 'rediss:', password: 'REPLACE' });
  });

  it('set only settings that exist, with valid values', () => {
    const given = { ...ofKind('ConfigMap').data, ...secretOf('backtest').stringData };
    for (const name of Object.keys(given)) expect(SETTINGS).toContain(name);
    const { METRICS_PORT, configuredKeys } = readEnvironment(given);
    expect(configuredKeys).toHaveLength(1);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: METRICS_PORT },
    ]);
    expect(spec.template.metadata.annotations['prometheus.io/port']).toBe(String(METRICS_PORT));
  });

  it('replace the instances of the service in such a way that no request is refused', () => {
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(ofKind('PodDisruptionBudget').spec.minAvailable).toBeLessThan(
      ofKind('HorizontalPodAutoscaler').spec.minReplicas,
    );
    expect(spec.replicas).toBeUndefined();
    const [command, seconds] = container.lifecycle.preStop.exec.command;
    expect(command).toBe('sleep');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + ENDS_WITHIN_S);
  });

  it('migrate in a Job that has the role of the table owner and gets no requests', async () => {
    const { spec: job } = ofKind('Job');
    const { labels } = job.template.metadata;
    for (const kind of ['Service', 'NetworkPolicy']) {
      const { selector, podSelector } = ofKind(kind).spec;
      expect(labels).not.toMatchObject(selector ?? podSelector.matchLabels);
    }
    const jobPod = job.template.spec;
    const [migrating, ...others] = jobPod.containers;
    expect(others).toEqual([]);
    const [{ newName, newTag }] = ofKind('Kustomization').images;
    expect(migrating.image).toBe(`${newName}:${newTag}`);
    const { command } = await imageOf('deploy/Dockerfile');
    expect(migrating.command).toEqual([...command.slice(0, -1), 'dist/src/cli/database.js', 'migrate']);
    expect(existsSync('src/cli/database.ts')).toBe(true);

    const secret = secretOf('backtest-migrate');
    expect(migrating.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }]);
    const role = new URL(readEnvironment(secret.stringData).DATABASE_URL ?? '').username;
    expect(textOf('deploy/database-roles.sql')).toContain(`FOR ROLE ${role} `);

    const { fsGroup: _, ...security } = pod.securityContext;
    expect(jobPod.securityContext).toEqual(security);
    expect(migrating.securityContext).toEqual(container.securityContext);
    expect(job.activeDeadlineSeconds).toBeUndefined();
  });

  it('scale the deployment, and route requests only to ports on which the service listens', () => {
    expect(ofKind('HorizontalPodAutoscaler').spec.scaleTargetRef).toEqual({
      apiVersion: ofKind('Deployment').apiVersion,
      kind: 'Deployment',
      name: ofKind('Deployment').metadata.name,
    });
    const { metadata, spec: service } = ofKind('Service');
    const containerPorts = container.ports.map(({ name }: { name: string }) => name);
    const servicePorts = service.ports.map(({ name }: { name: string }) => name);
    for (const { targetPort } of service.ports) expect(containerPorts).toContain(targetPort);
    const [rule] = ofKind('Ingress').spec.rules;
    const { backend } = rule.http.paths[0];
    expect(backend.service.name).toBe(metadata.name);
    expect(servicePorts).toContain(backend.service.port.name);
    expect(ofKind('Ingress').spec.tls[0].hosts).toEqual([rule.host]);
    const limit = ofKind('Ingress').metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'];
    expect(parseInt(limit, 10)).toBeGreaterThan(parseInt(readEnvironment({}).IMPORT_LIMIT, 10));
    const monitor = ofKind('ServiceMonitor').spec;
    expect(monitor.selector.matchLabels).toEqual(metadata.labels);
    for (const { port } of monitor.endpoints) expect(servicePorts).toContain(port);
  });

  describe('have a network policy that', () => {
    interface Rule {
      readonly from?: readonly object[];
      readonly to?: readonly object[];
      readonly ports: readonly { readonly protocol: string; readonly port: string | number }[];
    }
    const policy = ofKind('NetworkPolicy').spec as {
      readonly podSelector: { readonly matchLabels: object };
      readonly policyTypes: readonly string[];
      readonly ingress: readonly Rule[];
      readonly egress: readonly Rule[];
    };

    it('opens each port to the pods of one namespace: the API to the ingress controller, the metrics to Prometheus', () => {
      expect(policy.podSelector.matchLabels).toEqual(spec.template.metadata.labels);
      expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
      expect(policy.ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([
        ['http'],
        ['metrics'],
      ]);
      for (const { from = [] } of policy.ingress) {
        expect(from).toHaveLength(1);
        expect(Object.keys(from[0]!).toSorted()).toEqual(['namespaceSelector', 'podSelector']);
      }
    });

    it('lets the service reach DNS, database, Redis, collector, venue and identity provider', () => {
      const { DATABASE_URL, REDIS_URL, VENUE_SPOT_URL } = readEnvironment(secretOf('backtest').stringData);
      const collector = /^# OTEL_EXPORTER_OTLP_ENDPOINT=(.*)$/m.exec(textOf('.env.example'))?.[1];
      const wanted = [DATABASE_URL, REDIS_URL, VENUE_SPOT_URL, collector].map(
        (url = '') => new URL(url).port || '443',
      );
      const open = policy.egress.flatMap(({ ports }) =>
        ports.map(({ protocol, port }) => `${protocol} ${port}`),
      );
      expect(open.toSorted()).toEqual(
        ['UDP 53', 'TCP 53', ...wanted.map((port) => `TCP ${port}`)].toSorted(),
      );
    });
  });

  it('run as an account without a token', () => {
    const account = ofKind('ServiceAccount');
    expect(pod.serviceAccountName).toBe(account.metadata.name);
    expect([account.automountServiceAccountToken, pod.automountServiceAccountToken]).toEqual([false, false]);
  });

  it('limit how much a pod writes, but leave space for as many imports as an instance accepts at once', () => {
    const gibibytes = (size: string) => {
      expect(size).toMatch(/^\d+Gi$/);
      return parseInt(size, 10);
    };
    const sizes = new Map<string, number>(
      pod.volumes.map(({ name, emptyDir }: { name: string; emptyDir: { sizeLimit: string } }) => [
        name,
        gibibytes(emptyDir.sizeLimit),
      ]),
    );
    // Each import is stored once as text and once as rows, and the rows take more space.
    const importsMiB = 32 * parseInt(readEnvironment({}).IMPORT_LIMIT, 10) * 2.5;
    expect(sizes.get('tmp')! * 1024).toBeGreaterThan(importsMiB);
    const { requests, limits } = container.resources;
    const all = [...sizes.values()].reduce((sum, size) => sum + size);
    expect(gibibytes(limits['ephemeral-storage'])).toBeGreaterThan(all);
    expect(gibibytes(requests['ephemeral-storage'])).toBeLessThanOrEqual(
      gibibytes(limits['ephemeral-storage']),
    );
  });

  it('give the Prometheus operator the same alerts as the rules file of Prometheus', () => {
    expect(ofKind('PrometheusRule').spec).toEqual(yamlOf('deploy/monitoring/alerts.yaml'));
  });

  it('check the certificate of the database in the examples of secrets', () => {
    for (const name of ['backtest', 'backtest-migrate'])
      expect(secretOf(name).stringData.DATABASE_URL).toMatch(/\?sslmode=verify-full$/);
  });

  it('probe routes that need no key', async () => {
    const t = await startTestApp();
    try {
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const { path, port } = container[probe].httpGet;
        expect(port).toBe('http');
        await t.stranger.get(path).expect(200);
      }
    } finally {
      await t.close();
    }
  });

  it('run as the user of the image on a read-only file system', async () => {
    const { userId, environment } = await imageOf('deploy/Dockerfile');
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: userId });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts).toEqual([
      { name: 'data', mountPath: environment['DATA_DIR'] },
      // Files of imports are stored in /tmp.
      { name: 'tmp', mountPath: '/tmp' },
    ]);
  });
});

describe('nginx.conf', () => {
  const text = textOf('deploy/nginx.conf');
  const value = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);

  it('agrees with the timeouts and limits of the service', async () => {
    const t = await startTestApp();
    try {
      const { keepAliveTimeout, headersTimeout, requestTimeout } = t.app.getHttpServer();
      expect(value(/keepalive \d+;[^}]*keepalive_timeout (\d+)s;/) * 1000).toBeLessThan(keepAliveTimeout);
      expect(value(/client_header_timeout (\d+)s;/) * 1000).toBe(headersTimeout);
      expect(value(/proxy_send_timeout (\d+)s;/) * 1000).toBeLessThan(requestTimeout);
    } finally {
      await t.close();
    }
    expect(value(/client_max_body_size (\d+)m;/)).toBeGreaterThan(
      parseInt(readEnvironment({}).BODY_LIMIT, 10),
    );
    const importLocation = text.slice(text.indexOf('/import|'));
    expect(Number(/client_max_body_size (\d+)m;/.exec(importLocation)?.[1])).toBeGreaterThan(
      parseInt(readEnvironment({}).IMPORT_LIMIT, 10),
    );
    expect(text).not.toMatch(/proxy_next_upstream [^;]*non_idempotent/);
  });

  it('is accepted by nginx', async () => {
    const nginx = findNginx('the syntax of deploy/nginx.conf');
    if (!nginx) return;
    const gateway = await gatewayFiles(['127.0.0.1:3000', '127.0.0.1:3001']);
    try {
      const { status, stderr } = spawnSync(nginx, ['-t', '-c', gateway.configuration], { encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    } finally {
      await gateway.close();
    }
  });

  it('is accepted by nginx together with nginx-tls.conf', async () => {
    const nginx = findNginx('the syntax of deploy/nginx-tls.conf');
    if (!nginx || !hasOpenssl('the syntax of deploy/nginx-tls.conf')) return;
    const gateway = await gatewayFiles(['127.0.0.1:3000'], { tlsPort: await freePort() });
    try {
      const { status, stderr } = spawnSync(nginx, ['-t', '-c', gateway.configuration], { encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    } finally {
      await gateway.close();
    }
  });

  it('is accepted by nginx together with nginx-sign-in.conf', async () => {
    const nginx = findNginx('the syntax of deploy/nginx-sign-in.conf');
    if (!nginx) return;
    const gateway = await gatewayFiles(['127.0.0.1:3000'], { signIn: '127.0.0.1:4180' });
    try {
      const { status, stderr } = spawnSync(nginx, ['-t', '-c', gateway.configuration], { encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    } finally {
      await gateway.close();
    }
  });
});

describe('oauth2-proxy.cfg', () => {
  const options = new Map(
    [...textOf('deploy/oauth2-proxy.cfg').matchAll(/^(\w+) = (.+?)(?:\s+#.*)?$/gm)].map(
      ([, name, value]): [string, unknown] => [name!, JSON.parse(value!)],
    ),
  );

  it('sends the token of a person, and contains no secret', () => {
    expect(Object.fromEntries(options)).toMatchObject({
      reverse_proxy: true,
      set_authorization_header: true,
      cookie_secure: true,
      cookie_samesite: 'lax',
    });
    expect([...options.keys()].filter((name) => name.endsWith('_secret'))).toEqual([]);
  });

  it('listens at the address to which nginx-sign-in.conf passes requests', () => {
    const [, port] = /:(\d+)$/.exec(String(options.get('http_address')))!;
    expect(textOf('deploy/nginx-sign-in.conf')).toContain(`proxy_pass http://oauth2-proxy:${port};`);
  });

  it('agrees with the settings of the service in operations.md', () => {
    const section = textOf('docs/operations.md').split('## People behind a gateway')[1]!.split('\n## ')[0]!;
    const [, block = ''] = /```sh\n([^]*?)```/.exec(section)!;
    const settings = Object.fromEntries(
      block
        .trim()
        .split('\n')
        .map((line) => line.split('=', 2)),
    );
    const environment = readEnvironment(settings);
    expect(environment.isBehindSignIn).toBe(true);
    expect(environment.tokenRules).toMatchObject({
      issuer: options.get('oidc_issuer_url'),
      audience: options.get('client_id'),
    });
  });
});

describe('the packages', () => {
  const { allowScripts, scarfSettings } = JSON.parse(textOf('package.json')) as {
    allowScripts: Readonly<Record<string, boolean>>;
    scarfSettings: unknown;
  };
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Readonly<
      Record<string, { hasInstallScript?: boolean; optionalDependencies?: Readonly<Record<string, string>> }>
    >;
  };

  it('run no script and send no report when they are installed', () => {
    const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.replace(/.*node_modules\//, '')] : [],
    );
    expect(withScript).toContain('@scarf/scarf');
    expect(Object.fromEntries(withScript.map((name) => [name, allowScripts[name]]))).toEqual(
      Object.fromEntries(withScript.map((name) => [name, false])),
    );
    expect(scarfSettings).toEqual({ enabled: false });
  });

  it('have entries for every platform in the lock file, not only for the platform on which the lock file was written', () => {
    const platforms = ['oxlint', 'oxlint-tsgolint', 'unrs-resolver'].flatMap((name) =>
      Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {}),
    );
    expect(platforms.length).toBeGreaterThan(30);
    expect(platforms.filter((name) => !packages[`node_modules/${name}`])).toEqual([]);
  });
});

describe('the settings', () => {
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

  it('are all in docs/operations.md', () => {
    const table = textOf('docs/operations.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const names = table.flatMap((line) => named(line.split('|')[1] ?? '', /`([A-Z][A-Z_]+)`/g));
    expect(new Set(names)).toEqual(new Set(SETTINGS));
  });

  it('are all in .env.example, with their defaults', () => {
    const lines = [...textOf('.env.example').matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/gm)];
    expect(new Set(lines.map(([, name]) => name))).toEqual(new Set(SETTINGS));
    const defaults = new Map(Object.entries<string | number | undefined>({ ...readEnvironment({}) }));
    for (const [, name = '', value = ''] of lines) {
      if (defaults.get(name) !== undefined) expect(value).toBe(String(defaults.get(name)));
    }
  });
});
