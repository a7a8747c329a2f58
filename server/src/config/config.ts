import { isIP } from 'node:net'
import { parse, resolve } from 'node:path'
import { maxAccessCodeLength } from '@touchline/contract/gate.ts'
import { type Role, role } from '@touchline/contract/people.ts'
import { listed } from './comma-list.ts'
import { type MediaSettings, mediaSettings } from './media-settings.ts'
import { misspeltVariables } from './misspelt-variables.ts'
import { paymentMethods, type StripeSettings, stripeSettings } from './stripe-settings.ts'
import { loopbackNames } from './loopback.ts'
import { ConfigProblem } from './config-problem.ts'
import { urlsOfHosts } from './urls-of-hosts.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Null means http://localhost:PORT, known once the server listens. */
  publicUrl: string | null
  /** Whether `publicUrl` can be reached from other machines. */
  isPublic: boolean
  dataDir: string
  /** Where to look for ffmpeg, in the format of PATH. */
  searchPath: string
  /** Null: generated at the first start and saved in the data folder. */
  sessionSecret: string | null
  /** BACKUP_PASSPHRASE encrypts the site's secret in backups; null leaves it out of them. */
  backupPassphrase: string | null
  /** QUIET starts a copy for verification: it runs no jobs and sends nothing. */
  isQuiet: boolean
  /** REQUIRE_TWO_FACTOR: the roles that must use two-factor authentication; `admin` includes moderators. */
  twoFactorRoles: Role[]
  databaseUrl: string | null
  accessCode: string | null
  /** OFFLINE: whether browsers may cache the app, and members' saved posts, for offline use. */
  opensOffline: boolean
  seedDemo: boolean
  payments: {
    stripe: StripeSettings | null
    sandboxControl: boolean
    methods: ('card' | 'cashapp')[]
  }
  /** AGREEMENT_DAYS: how long agreements are retained after an account is erased. */
  agreementDays: number
  /** SIGNUP_PHONE: whether signup asks for a phone number. Without it no number is stored. */
  asksPhone: boolean
  /** GRACE_DAYS; null leaves the ledger's terms unchanged. */
  graceDays: number | null
  /** `pool` is for emails with an unsubscribe link. `perSecond` is per process; 0 means no limit. */
  mail: { smtpUrl: string | null; from: string; pool: MailPool }
  /** PUSH_HOSTS: the browsers' push services this site may send to. `*.` matches any prefix. */
  pushHosts: string[]
  /** LOCAL_WEBHOOK_HOSTS: names of this machine that may receive webhooks without TLS; none in production. */
  localWebhookHosts: string[]
  /** `floorBytes` of the disk stay free. `quotaBytes` bounds a creator's posts and unpublished uploads. */
  storage: { floorBytes: number; quotaBytes: number; uploadsAtOnce: number; uploadsPerPerson: number }
  media: MediaSettings
  trustedProxies: string[]
  logLevel: string
  /** MAX_IN_FLIGHT: how many requests run at once. Further requests get 503. */
  mostInFlight: number
  /** REQUEST_DEADLINE_SECONDS: how long a handler may take before its request gets 503. */
  requestDeadlineSeconds: number
  /** Where Prometheus metrics are served; null: nowhere. */
  metrics: { host: string; port: number } | null
  /** SHUTDOWN_DELAY_SECONDS: how long `/readyz` reports the shutdown before it begins. */
  shutdownDelaySeconds: number
  /** Settings that the operator probably did not intend, one sentence each. */
  warnings: string[]
}

export const demoAccessCode = 'kickoff'

/** Reads the environment; no other code does. Throws ConfigProblem with one line per invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const known = new Set<string>(variablesOfOtherPrograms)
  const text = (name: string) => {
    known.add(name)
    return env[name]?.trim() ? env[name].trim() : null
  }
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const given = text(name)
    if (given === null) return fallback
    const value = Number(given)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} is "${given}": it must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const url = (name: string, protocols: string[]) => {
    const given = text(name)
    if (given === null) return null
    const isValid = (one: string) => URL.canParse(one) && protocols.includes(new URL(one).protocol)
    if (urlsOfHosts(given).every(isValid) && !hasBareHash(name, given)) return given.replace(/\/+$/, '')
    const starts = protocols.map((p) => `${p}//`)
    problems.push(
      starts.some((start) => given.startsWith(start))
        ? `${name} is not a valid address: encode special characters in its name and password, # as %23, / as %2F, @ as %40.`
        : `${name} is not a valid address: it must start with ${starts.join(' or ')}.`,
    )
    return null
  }
  const oneOf = <Name extends string>(name: string, allowed: readonly Name[]): Name | null => {
    const given = text(name)?.toLowerCase()
    if (given === undefined) return null
    const found = allowed.find((value) => value === given)
    if (found === undefined) problems.push(`${name} is "${text(name)}": it must be ${allowed.join(' or ')}.`)
    return found ?? null
  }

  const isProduction = oneOf('NODE_ENV', ['production', 'development', 'test']) === 'production'
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const stripe = stripeSettings(text, problems)
  const isBare = !databaseUrl && !stripe
  const accessCode = text('ACCESS_CODE')
  const publicUrl = siteOrigin(url('PUBLIC_URL', ['http:', 'https:']), problems)
  const isPublic = publicUrl !== null && !loopbackNames.has(new URL(publicUrl).hostname)
  const seedSetting = oneOf('SEED_DEMO', ['on', 'off'])
  // The password of the demo accounts, one of them an admin, is public.
  const seedDemo = seedSetting ? seedSetting === 'on' : isBare && !isProduction && !isPublic

  if (isProduction && !accessCode)
    problems.push(
      'ACCESS_CODE is missing: set the code visitors enter at the gate, or "off" to open the gate.',
    )
  if (accessCode && accessCode.length > maxAccessCodeLength)
    problems.push(`ACCESS_CODE is too long to be entered: use at most ${maxAccessCodeLength} characters.`)
  const wantsSandbox = oneOf('PAYMENTS', ['sandbox']) !== null
  if (isProduction && !stripe && !wantsSandbox)
    problems.push(
      'STRIPE_SECRET_KEY is missing: set it, or PAYMENTS=sandbox for a site without real payments.',
    )
  if (stripe && wantsSandbox)
    problems.push('PAYMENTS must not be sandbox when STRIPE_SECRET_KEY is set: payments would be real.')
  const sandboxControl = oneOf('SANDBOX_CONTROL', ['on', 'off']) === 'on'
  if (sandboxControl && stripe) problems.push('SANDBOX_CONTROL must be off when STRIPE_SECRET_KEY is set.')

  if (seedDemo && stripe)
    problems.push('SEED_DEMO must be off when STRIPE_SECRET_KEY is set: the demo is not for real money.')

  const config: Config = {
    isProduction,
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 3000, 0, 65_535),
    publicUrl,
    isPublic,
    dataDir: dataFolder(text('DATA_DIR') ?? './data', problems),
    searchPath: text('PATH') ?? '',
    sessionSecret: longEnough('SESSION_SECRET', text('SESSION_SECRET'), 32, problems),
    backupPassphrase: longEnough('BACKUP_PASSPHRASE', text('BACKUP_PASSPHRASE'), 16, problems),
    isQuiet: oneOf('QUIET', ['on', 'off']) === 'on',
    twoFactorRoles: twoFactorRoles(text('REQUIRE_TWO_FACTOR'), problems),
    databaseUrl,
    accessCode: accessCode?.toLowerCase() === 'off' ? null : (accessCode ?? demoAccessCode),
    opensOffline: oneOf('OFFLINE', ['on', 'off']) !== 'off',
    seedDemo,
    payments: { stripe, sandboxControl, methods: paymentMethods(text('PAYMENT_METHODS'), problems) },
    agreementDays: whole('AGREEMENT_DAYS', 1095, 0, 36_500),
    asksPhone: oneOf('SIGNUP_PHONE', ['on', 'off']) !== 'off',
    graceDays: text('GRACE_DAYS') === null ? null : whole('GRACE_DAYS', 7, 0, 60),
    mail: {
      smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
      from:
        mailFrom(text('MAIL_FROM'), problems) ??
        `Touchline <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`,
      pool: {
        connections: whole('SMTP_CONNECTIONS', 5, 1, 100),
        messagesPerConnection: whole('SMTP_MESSAGES_PER_CONNECTION', 100, 1, 100_000),
        perSecond: whole('SMTP_PER_SECOND', 50, 0, 10_000),
      },
    },
    pushHosts: pushHosts(text('PUSH_HOSTS'), isProduction, problems),
    localWebhookHosts: localWebhookHosts(text('LOCAL_WEBHOOK_HOSTS'), isProduction, problems),
    storage: {
      floorBytes: whole('FREE_SPACE_FLOOR_MB', 1024, 0, 1e9) * bytesPerMegabyte,
      quotaBytes: whole('CREATOR_QUOTA_MB', 512_000, 1, 1e9) * bytesPerMegabyte,
      uploadsAtOnce: whole('UPLOADS_AT_ONCE', 16, 1, 1000),
      uploadsPerPerson: whole('UPLOADS_PER_PERSON', 4, 1, 1000),
    },
    media: mediaSettings({ text, url, whole }, problems),
    trustedProxies: trustedProxies(text('TRUSTED_PROXIES'), problems),
    logLevel: oneOf('LOG_LEVEL', logLevels) ?? 'warn',
    mostInFlight: whole('MAX_IN_FLIGHT', 64, 8, 10_000),
    requestDeadlineSeconds: whole('REQUEST_DEADLINE_SECONDS', 45, 1, 900),
    metrics: text('METRICS_PORT')
      ? { host: text('METRICS_HOST') ?? '127.0.0.1', port: whole('METRICS_PORT', 9464, 0, 65_535) }
      : null,
    shutdownDelaySeconds: whole('SHUTDOWN_DELAY_SECONDS', 0, 0, 60),
    warnings: [],
  }
  if (isProduction && !config.mail.smtpUrl)
    config.warnings.push('SMTP_URL is not set: emails are only written to files and are not delivered.')
  config.warnings.push(...publicSiteWarnings(config))
  if (!config.metrics && text('METRICS_HOST'))
    problems.push('METRICS_PORT is missing: without it METRICS_HOST would be ignored.')
  if (config.metrics && config.port !== 0 && config.metrics.port === config.port)
    problems.push(`METRICS_PORT is ${config.port}, as PORT is: choose another.`)
  config.warnings.push(...misspeltVariables(env, known))
  if (problems.length > 0) throw new ConfigProblem(problems)
  return config
}

/** Read by other programs: the commands, or Node itself. */
const variablesOfOtherPrograms = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'CHROMIUM_PATH']

/** An unencoded `#` in a password would end the URL there. */
const hasBareHash = (name: string, given: string) => name !== 'PUBLIC_URL' && given.includes('#')

function dataFolder(given: string, problems: string[]): string {
  if (given.startsWith('~'))
    problems.push(`DATA_DIR is "${given}": write the full path, because "~" only works in a shell.`)
  const folder = resolve(given)
  if (folder === parse(folder).root)
    problems.push(`DATA_DIR is "${given}", the root of the file system: use a separate folder.`)
  return folder
}

function publicSiteWarnings({
  isProduction,
  isPublic,
  publicUrl,
}: Pick<Config, 'isProduction' | 'publicUrl' | 'isPublic'>): string[] {
  if (!isPublic) return []
  if (!isProduction)
    return [
      `PUBLIC_URL is ${publicUrl} and NODE_ENV is not production: the checks for a public site are off.`,
    ]
  return publicUrl?.startsWith('http:')
    ? [
        `PUBLIC_URL is ${publicUrl}: without https, anyone on the network path can read passwords and cookies.`,
      ]
    : []
}

const bytesPerMegabyte = 1024 * 1024
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Returns the site's origin. The site must be at the root of its host, where its cookies and pages are. */
function siteOrigin(given: string | null, problems: string[]): string | null {
  if (given === null) return null
  const { origin, pathname, search, hash, username, password } = new URL(given)
  if (pathname !== '/' || search || hash || username || password)
    problems.push(
      'PUBLIC_URL must be the address of a whole site, with nothing behind it: https://club.example.',
    )
  return origin
}

function mailFrom(given: string | null, problems: string[]): string | null {
  if (given !== null && !/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(given))
    problems.push(
      `MAIL_FROM is ${JSON.stringify(given)}: it must be an address, or a name and one: Club <no-reply@club.example>.`,
    )
  return given
}

function twoFactorRoles(given: string | null, problems: string[]): Role[] {
  const roles = listed(given).map((name) => role.safeParse(name.toLowerCase()))
  if (roles.every(({ success }) => success)) {
    const named = roles.flatMap(({ data }) => data ?? [])
    // Moderators read what members reported: the rule for admins applies to them too.
    return named.includes('admin') && !named.includes('moderator') ? [...named, 'moderator'] : named
  }
  problems.push(`REQUIRE_TWO_FACTOR is "${given}": it must name roles, as in "creator,admin".`)
  return []
}

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/')
  const family = isIP(address)
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return networkNames.has(given) || (family !== 0 && isPrefix && more.length === 0)
}

function trustedProxies(given: string | null, problems: string[]): string[] {
  const proxies = listed(given)
  const wrong = proxies.find((proxy) => !isNetwork(proxy))
  if (wrong !== undefined)
    problems.push(
      `TRUSTED_PROXIES names "${wrong}": it must be IP addresses, networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal.`,
    )
  return proxies
}

function longEnough(name: string, given: string | null, shortest: number, problems: string[]): string | null {
  if (given !== null && given.length < shortest)
    problems.push(`${name} is too short: use at least ${shortest} random characters.`)
  return given
}

const usualPushHosts = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

const isHost = (host: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && isIP(host) === 0

function pushHosts(given: string | null, isProduction: boolean, problems: string[]): string[] {
  if (given === null) return usualPushHosts
  const hosts = listed(given.toLowerCase())
  const wrong = hosts.find((host) => (isProduction || !loopbackNames.has(host)) && !isHost(host))
  if (wrong !== undefined)
    problems.push(
      `PUSH_HOSTS names "${wrong}": it must be names of push services, like fcm.googleapis.com or *.push.services.mozilla.com.`,
    )
  return hosts
}

function localWebhookHosts(given: string | null, isProduction: boolean, problems: string[]): string[] {
  const hosts = listed(given?.toLowerCase() ?? '')
  if (isProduction && hosts.length > 0)
    problems.push('LOCAL_WEBHOOK_HOSTS is for tests: unset it in production.')
  const wrong = hosts.find((host) => !loopbackNames.has(host))
  if (wrong !== undefined)
    problems.push(`LOCAL_WEBHOOK_HOSTS names "${wrong}": it must be ${[...loopbackNames].join(' or ')}.`)
  return hosts
}

/** How bulk emails leave. `perSecond` 0 sends as fast as the server accepts. */
export type MailPool = { connections: number; messagesPerConnection: number; perSecond: number }
