import { resolve } from 'node:path'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** null: http://localhost:PORT, known once the server listens. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  accessCode: string | null
  seedDemo: boolean
  payments: {
    stripe: {
      secretKey: string
      publishableKey: string
      webhookSecret: string
      priceId: string | null
    } | null
    sandboxControl: boolean
    methods: ('card' | 'cashapp')[]
  }
  graceMs: number
  mail: { smtpUrl: string | null; from: string }
  trustedProxies: string[]
  logLevel: string
}

/** One sentence per thing that is wrong with the configuration. */
export class ConfigProblem extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigProblem'
  }
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Reads the environment once; the only place that does. Throws ConfigProblem with one line for each variable that
 * is wrong, naming it and how to mend it.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const text = (name: string) => (env[name]?.trim() ? env[name].trim() : null)
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
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given.replace(/\/+$/, '')
    problems.push(
      `${name} is not a valid address: it must start with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
    return null
  }

  const isProduction = env.NODE_ENV === 'production'
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const stripe = stripeKeys(text, problems)
  const isBare = !databaseUrl && !stripe
  const accessCode = text('ACCESS_CODE')
  const seedDemo = text('SEED_DEMO')
    ? ['on', '1', 'true', 'yes'].includes(text('SEED_DEMO')!.toLowerCase())
    : isBare && !isProduction

  if (isProduction && !accessCode)
    problems.push(
      'ACCESS_CODE is missing: set the code visitors enter at the gate, or "off" to open the gate.',
    )
  if (isProduction && !stripe && text('PAYMENTS') !== 'sandbox')
    problems.push(
      'STRIPE_SECRET_KEY is missing: set it, or PAYMENTS=sandbox for a site without real payments.',
    )
  if (text('PAYMENTS') && text('PAYMENTS') !== 'sandbox')
    problems.push(`PAYMENTS is "${text('PAYMENTS')}": leave it out, or set it to "sandbox".`)
  const sandboxControl = text('SANDBOX_CONTROL') === 'on'
  if (sandboxControl && stripe) problems.push('SANDBOX_CONTROL must be off when STRIPE_SECRET_KEY is set.')

  if (seedDemo && stripe)
    problems.push('SEED_DEMO must be off when STRIPE_SECRET_KEY is set: the demo is not for real money.')

  const config: Config = {
    isProduction,
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 3000, 0, 65_535),
    publicUrl: url('PUBLIC_URL', ['http:', 'https:']),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl,
    accessCode: accessCode === 'off' ? null : (accessCode ?? 'kickoff'),
    seedDemo,
    payments: { stripe, sandboxControl, methods: paymentMethods(text('PAYMENT_METHODS'), problems) },
    graceMs: whole('GRACE_DAYS', 7, 0, 60) * dayMs,
    mail: {
      smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
      from: text('MAIL_FROM') ?? 'Touchline <no-reply@touchline.example>',
    },
    trustedProxies:
      text('TRUSTED_PROXIES')
        ?.split(',')
        .map((proxy) => proxy.trim()) ?? [],
    logLevel: text('LOG_LEVEL') ?? 'warn',
  }
  if (problems.length > 0) throw new ConfigProblem(problems)
  return config
}

const modeOf = (key: string) => /_(live|test)_/.exec(key)?.[1]

function stripeKeys(text: (name: string) => string | null, problems: string[]): Config['payments']['stripe'] {
  const secretKey = text('STRIPE_SECRET_KEY')
  if (!secretKey) return null
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET')
  if (!publishableKey) problems.push('STRIPE_PUBLISHABLE_KEY is missing: it belongs to STRIPE_SECRET_KEY.')
  if (!webhookSecret) problems.push('STRIPE_WEBHOOK_SECRET is missing: without it no event can be trusted.')
  if (publishableKey && modeOf(publishableKey) !== modeOf(secretKey))
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes (live and test).')
  return {
    secretKey,
    publishableKey: publishableKey ?? '',
    webhookSecret: webhookSecret ?? '',
    priceId: text('STRIPE_PRICE_ID'),
  }
}

function paymentMethods(given: string | null, problems: string[]): ('card' | 'cashapp')[] {
  const known = ['card', 'cashapp'] as const
  const names = given?.split(',').map((name) => name.trim()) ?? [...known]
  const methods = known.filter((method) => names.includes(method))
  if (methods.length !== names.length)
    problems.push('PAYMENT_METHODS may name card and cashapp, separated by a comma.')
  return methods
}
