/** Characters that file systems reject or that would be invisible. */
const unfit = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu

const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Content-Disposition (RFC 6266) has the name itself, and an ASCII version for old programs. */
export function attachment(name: string): string {
  const fit = name.replaceAll(unfit, ' ').replaceAll(/\s+/g, ' ').trim()
  const plain = fit.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped(fit)}`
}
