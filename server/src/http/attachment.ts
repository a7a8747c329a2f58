/** What no system takes as part of a file's name, and what would not be seen in it. */
const unfit = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu

const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The Content-Disposition (RFC 6266) of a file to be saved: its name as it is, and in plain letters for old programs. */
export function attachment(name: string): string {
  const fit = name.replaceAll(unfit, ' ').replaceAll(/\s+/g, ' ').trim()
  const plain = fit.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped(fit)}`
}
