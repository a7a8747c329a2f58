import { describe, expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { destinationsOf } from './destinations.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' }
const hosts = (env: Record<string, string>) =>
  destinationsOf(readConfig(env)).map(({ host, port, isPublic }) => `${host} ${port} ${isPublic}`)

describe('the servers a site may connect to', () => {
  it('are this machine and push services by default', () => {
    expect(hosts({ PORT: '3000' })).toEqual([
      'fcm.googleapis.com 443 true',
      '*.push.services.mozilla.com 443 true',
      '*.notify.windows.com 443 true',
      'web.push.apple.com 443 true',
      '127.0.0.1 3000 false',
      '127.0.0.1 3000 false',
      'localhost 3000 false',
      '[::1] 3000 false',
    ])
  })

  it.each([
    [{ DATABASE_URL: 'postgres://u:p@db.internal:6432/club' }, 'db.internal 6432 false'],
    [{ DATABASE_URL: 'postgres://u:p@[fd00::5]/club' }, 'fd00::5 5432 false'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'mail.example 587 false'],
    [{ SMTP_URL: 'smtps://mail.example:2465' }, 'mail.example 2465 false'],
    [
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_ENDPOINT: 'http://minio:9000' },
      'minio 9000 false',
    ],
    [
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_REGION: 'eu-west-1' },
      's3.eu-west-1.amazonaws.com 443 false',
    ],
    [keys, 'api.stripe.com 443 true'],
    [{ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:12111' }, '127.0.0.1 12111 false'],
    [{ PUSH_HOSTS: 'push.example' }, 'push.example 443 true'],
    [{ LOCAL_WEBHOOK_HOSTS: '127.0.0.1' }, '127.0.0.1 null false'],
    [{ PUBLIC_URL: 'https://club.example' }, 'club.example 443 false'],
  ])('follow from %o', (env, host) => {
    expect(hosts(env)).toContain(host)
  })
})
