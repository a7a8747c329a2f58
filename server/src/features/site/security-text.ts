const validForMs = 180 * 24 * 60 * 60_000

type About = { supportEmail: string | null; siteUrl: string; now: Date }

/** The security.txt (RFC 9116). */
export const securityText = ({ supportEmail, siteUrl, now }: About) =>
  [
    // Without a support address, the contact form on the landing page takes reports.
    `Contact: ${supportEmail === null ? `${siteUrl}/` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now.getTime() + validForMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
