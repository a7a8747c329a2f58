import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigProblem } from './config-problem.ts'

const problemsWith = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return error instanceof ConfigProblem ? error.message.split('\n') : [String(error)]
  }
}

const firstWord = (env: Record<string, string>) => problemsWith(env).map((line) => line.split(' ')[0])

const mediaLimits = (env: NodeJS.ProcessEnv) => {
  const { maxUploadBytes, maxVideoMs } = readConfig(env).media
  return [maxUploadBytes / 1024 ** 3, maxVideoMs / 3_600_000]
}

describe('the configuration', () => {
  it('starts a demo club behind the gate without any variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      accessCode: 'kickoff',
      seedDemo: true,
      databaseUrl: null,
    })
  })

  it('reports every invalid variable, one line each', () => {
    const lines = problemsWith({
      PORT: 'eighty',
      PUBLIC_URL: 'club.example',
      GRACE_DAYS: '-1',
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    })
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'STRIPE_SECRET_KEY',
      'PUBLIC_URL',
      'PORT',
      'GRACE_DAYS',
    ])
  })

  it('rejects values that it would otherwise ignore', () => {
    expect(
      firstWord({ LOG_LEVEL: 'verbose', SEED_DEMO: 'onn', SANDBOX_CONTROL: 'true', PAYMENTS: 'real' }),
    ).toEqual(['SEED_DEMO', 'PAYMENTS', 'SANDBOX_CONTROL', 'LOG_LEVEL'])
    for (const proxies of ['my-proxy', '10.0.0.0/99', '10.0.0.1/8/8', '::1/x'])
      expect(firstWord({ TRUSTED_PROXIES: proxies })).toEqual(['TRUSTED_PROXIES'])
    expect(readConfig({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8, fd00::/8' }).trustedProxies).toHaveLength(3)
    expect(firstWord({ STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' })).toEqual([
      'STRIPE_SECRET_KEY',
    ])
  })

  it('refuses a key of the wrong kind, so that no browser gets a secret one', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }
    expect(firstWord({ ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_test_a' })).toEqual(['STRIPE_PUBLISHABLE_KEY'])
    expect(firstWord({ ...keys, STRIPE_SECRET_KEY: 'pk_test_a' })).toEqual(['STRIPE_SECRET_KEY'])
    const mixedUp = { STRIPE_SECRET_KEY: 'pk_live_shown', STRIPE_PUBLISHABLE_KEY: 'sk_live_hidden' }
    const lines = problemsWith(mixedUp)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(mixedUp))
    expect(lines.join()).not.toMatch(/_shown|_hidden/)
    expect(firstWord({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_a, we_1' })).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(problemsWith({ ...keys, STRIPE_SECRET_KEY: 'rk_test_a' })).toEqual([])
  })

  it('reports contradictory and unusable settings', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }
    expect(firstWord({ ...keys, PAYMENTS: 'sandbox' })).toEqual(['PAYMENTS'])
    expect(firstWord({ PAYMENT_METHODS: ',' })).toEqual(['PAYMENT_METHODS'])
    expect(firstWord({ METRICS_HOST: '10.0.0.1' })).toEqual(['METRICS_PORT'])
    expect(firstWord({ ACCESS_CODE: 'x'.repeat(201) })).toEqual(['ACCESS_CODE'])
    expect(problemsWith({ ACCESS_CODE: 'x'.repeat(200) })).toEqual([])
  })

  it('requires a site URL that links can start with', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Club.example:443/' }).publicUrl).toBe('https://club.example')
    const others = ['/club', '/?x=1', '#top'].map((end) => `https://club.example${end}`)
    for (const address of [...others, 'https://name:word@club.example'])
      expect([address, firstWord({ PUBLIC_URL: address })]).toEqual([address, ['PUBLIC_URL']])
  })

  it('requires a valid sender address', () => {
    for (const from of ['no-reply@club.example', 'The club <no-reply@club.example>'])
      expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from)
    for (const from of [
      'The club',
      'no-reply',
      '<no-reply>',
      'a@b.example, c@d.example',
      'a\nb <a@b.example>',
    ])
      expect([from, firstWord({ MAIL_FROM: from })]).toEqual([from, ['MAIL_FROM']])
  })

  it('sends push messages to the known browsers’ services, or the named ones', () => {
    expect(readConfig({}).pushHosts).toContain('web.push.apple.com')
    const named = 'fcm.googleapis.com, *.push.example'
    expect(readConfig({ PUSH_HOSTS: named }).pushHosts).toEqual(['fcm.googleapis.com', '*.push.example'])
    for (const hosts of ['https://fcm.googleapis.com', '10.0.0.1', '*', 'com', '*.*.example', 'a b.example'])
      expect(firstWord({ PUSH_HOSTS: hosts })).toEqual(['PUSH_HOSTS'])
    // This machine is for tests.
    expect(readConfig({ PUSH_HOSTS: '127.0.0.1' }).pushHosts).toEqual(['127.0.0.1'])
    const inProduction = { NODE_ENV: 'production', ACCESS_CODE: 'off', PAYMENTS: 'sandbox' }
    expect(firstWord({ ...inProduction, PUSH_HOSTS: '127.0.0.1' })).toEqual(['PUSH_HOSTS'])
  })

  it('accepts films of 8 GB and 4 hours unless the operator says otherwise [UPL-5]', () => {
    expect(mediaLimits({})).toEqual([8, 4])
    expect(mediaLimits({ MAX_UPLOAD_MB: '2048', MAX_VIDEO_MINUTES: '90' })).toEqual([2, 1.5])
    expect(() => readConfig({ MAX_UPLOAD_MB: '49' })).toThrow('it must be a whole number from 50 to 1000000')
  })

  it('stores media on disk, or in a completely configured bucket', () => {
    expect(readConfig({}).media).toMatchObject({ s3: null, accelPrefix: null })
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({ S3_BUCKET: 'members', ...keys, S3_REGION: 'eu-central-1' }).media.s3).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'members',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    const parts: Record<string, string>[] = [keys, { S3_REGION: 'a' }, { S3_ENDPOINT: 'http://127.0.0.1' }]
    for (const part of parts)
      expect(problemsWith(part)).toEqual([expect.stringMatching(/S3_BUCKET.* missing/)])
    expect(firstWord({ S3_BUCKET: 'members', ...keys, S3_ENDPOINT: 'ftp://x' })).toEqual(['S3_ENDPOINT'])
    expect(readConfig({ MEDIA_ACCEL_PREFIX: '/stored-media/' }).media.accelPrefix).toBe('/stored-media/')
    for (const prefix of ['stored-media', '/stored-media', '/', '/a b/', '/../'])
      expect(firstWord({ MEDIA_ACCEL_PREFIX: prefix })).toEqual(['MEDIA_ACCEL_PREFIX'])
    for (const cdn of ['https://cdn.club.example/', 'http://127.0.0.1:8080'])
      expect(readConfig({ MEDIA_CDN_URL: cdn }).media.cdnUrl).toBe(cdn.replace(/\/$/, ''))
    for (const cdn of [
      'cdn.club.example',
      'http://cdn.club.example',
      'https://cdn.club.example/films',
      'https://a@cdn.club.example',
    ])
      expect(firstWord({ MEDIA_CDN_URL: cdn })).toEqual(['MEDIA_CDN_URL'])
    expect(firstWord({ MEDIA_ACCEL_PREFIX: '/stored-media/', S3_BUCKET: 'members', ...keys })).toEqual([
      'MEDIA_ACCEL_PREFIX',
    ])
  })

  it('accepts two webhook secrets during a rotation', () => {
    const { payments } = readConfig({
      STRIPE_SECRET_KEY: 'sk_test_a',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
      STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
    })
    expect(payments.stripe?.webhookSecrets).toEqual(['whsec_old', 'whsec_new'])
  })

  it('requires in production a gate code and real payments, or the word sandbox', () => {
    expect(problemsWith({ NODE_ENV: 'production' })).toHaveLength(2)
    expect(problemsWith({ NODE_ENV: 'production', ACCESS_CODE: 'x', PAYMENTS: 'sandbox' })).toEqual([])
    expect(readConfig({ NODE_ENV: 'production', ACCESS_CODE: 'x', PAYMENTS: 'sandbox' }).seedDemo).toBe(false)
  })

  it('allows another Stripe server only on this machine and with test keys', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }
    const { payments } = readConfig({ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:12111' })
    expect(payments.stripe?.apiBase?.port).toBe('12111')
    for (const base of ['http://stripe.example', 'https://127.0.0.1:1', 'http://127.0.0.1:1/x', 'nonsense'])
      expect(firstWord({ ...keys, STRIPE_API_BASE: base })).toEqual(['STRIPE_API_BASE'])
    const live = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }
    expect(firstWord({ ...live, STRIPE_API_BASE: 'http://localhost:1' })).toEqual(['STRIPE_API_BASE'])
    expect(firstWord({ STRIPE_API_BASE: 'http://localhost:1' })).toEqual(['STRIPE_SECRET_KEY'])
  })

  it('never allows the sandbox’s control API with real money', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_a',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
      STRIPE_WEBHOOK_SECRET: 'whsec_a',
    }
    expect(problemsWith({ ...keys, SANDBOX_CONTROL: 'on' })).toEqual([
      'SANDBOX_CONTROL must be off when STRIPE_SECRET_KEY is set.',
    ])
  })

  it('reads NODE_ENV in any case and rejects unknown values', () => {
    expect(firstWord({ NODE_ENV: 'productoin' })).toEqual(['NODE_ENV'])
    expect(readConfig({ NODE_ENV: 'Production', ACCESS_CODE: 'x', PAYMENTS: 'sandbox' }).isProduction).toBe(
      true,
    )
    expect(readConfig({ ACCESS_CODE: 'OFF' }).accessCode).toBeNull()
  })

  it('seeds no demo accounts on a public address by default', () => {
    expect(readConfig({ PUBLIC_URL: 'https://club.example' }).seedDemo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'http://192.168.0.4:3000' }).seedDemo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000' }).seedDemo).toBe(true)
    expect(readConfig({ PUBLIC_URL: 'https://club.example', SEED_DEMO: 'on' }).seedDemo).toBe(true)
  })

  it.each([
    ['ACESS_CODE', 'ACCESS_CODE'],
    ['SMTPURL', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['MAILFROM', 'MAIL_FROM'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['STRIPE_SECERT_KEY', 'STRIPE_SECRET_KEY'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
  ])('warns of %s', (name, meant) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([
      `${name} is not a setting and is ignored. Did you mean ${meant}?`,
    ])
  })

  it('ignores unrelated variables of the machine', () => {
    const others =
      'HOME USER SHELL LANG LOGNAME MAIL HOSTNAME PWD OLDPWD TERM EDITOR TZ CI NODE_VERSION INVOCATION_ID'
    expect(readConfig(Object.fromEntries(others.split(' ').map((name) => [name, 'x']))).warnings).toEqual([])
  })

  it('warns of a public site without checks, encryption or a mail server', () => {
    const inProduction = { NODE_ENV: 'production', ACCESS_CODE: 'x', PAYMENTS: 'sandbox' }
    expect(readConfig({ PUBLIC_URL: 'https://club.example' }).warnings).toEqual([
      expect.stringContaining('NODE_ENV is not production'),
    ])
    const noMail = 'SMTP_URL is not set: emails are only written to files and are not delivered.'
    expect(readConfig(inProduction).warnings).toEqual([noMail])
    Object.assign(inProduction, { SMTP_URL: 'smtp://mail.example' })
    expect(readConfig({ ...inProduction, PUBLIC_URL: 'http://club.example' }).warnings).toEqual([
      expect.stringContaining('without https'),
    ])
    expect(readConfig({ ...inProduction, PUBLIC_URL: 'https://club.example' }).warnings).toEqual([])
  })

  it('takes several database hosts with encoded special characters', () => {
    for (const url of [
      'postgres://club:p#ss@db/club',
      'postgres://club:12#ss@db/club',
      'postgres://club:p/s@s@db:x/club',
    ])
      expect(problemsWith({ DATABASE_URL: url })).toEqual([expect.stringContaining('# as %23')])
    expect(problemsWith({ DATABASE_URL: 'postgres://club:p%23ss@db/club' })).toEqual([])
    expect(problemsWith({ DATABASE_URL: 'postgres://club:pass@first:5432,second:5433/club' })).toEqual([])
    expect(problemsWith({ DATABASE_URL: 'postgres://club:pass@first,second:no/club' })).toHaveLength(1)
    expect(problemsWith({ SMTP_URL: 'mail.example' })).toEqual([
      expect.stringContaining('must start with smtp://'),
    ])
  })

  it('rejects unusable values of DATA_DIR and METRICS_PORT', () => {
    expect(firstWord({ DATA_DIR: '/' })).toEqual(['DATA_DIR'])
    expect(firstWord({ DATA_DIR: '~/club' })).toEqual(['DATA_DIR'])
    expect(firstWord({ PORT: '4352', METRICS_PORT: '4352' })).toEqual(['METRICS_PORT'])
    expect(firstWord({ PORT: '0', METRICS_PORT: '0' })).toEqual([])
  })
})
