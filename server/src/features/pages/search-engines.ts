/** Allows every page: members' pages have a noindex header, which a crawler must read, and previews need the cards. */
export const robotsText = ({ siteUrl, isOpenToAll }: { siteUrl: string; isOpenToAll: boolean }) =>
  ['User-agent: *', 'Allow: /', ...(isOpenToAll ? ['', `Sitemap: ${siteUrl}/sitemap.xml`] : []), ''].join(
    '\n',
  )

type Sitemap = { siteUrl: string; paths: readonly string[]; posts: { id: string; createdAt: Date }[] }

/** The sitemap (sitemaps.org). All addresses consist of characters that need no escaping. */
export const sitemapXml = ({ siteUrl, paths, posts }: Sitemap) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`),
    ...posts.map(
      ({ id, createdAt }) =>
        `<url><loc>${siteUrl}/post/${id}</loc><lastmod>${createdAt.toISOString()}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')
