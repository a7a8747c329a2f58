const validForMs = 180 * 24 * 60 * 60_000

type About = { supportEmail: string | null; siteUrl: string; now: Date }

/** Where to report a security problem, as RFC 9116 wants it. */
export const securityText = ({ supportEmail, siteUrl, now }: About) =>
  [
    // Without a mailbox the contact form of the front page takes messages.
    `Contact: ${supportEmail === null ? `${siteUrl}/` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now.getTime() + validForMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
