import { themes } from '@touchline/contract/contrast.ts'
import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import type { SiteVersionInForce } from '#site/open-site.ts'

/** Replaces the main color (web/src/styles/tokens.css) on screens; print stays as it is. */
function accentStyle(accent: SiteSettings['accent']): string {
  if (!accent) return ''
  const colors = (theme: keyof typeof themes, towards: string) =>
    `{--turf:${accent[theme]};--turf-raised:color-mix(in oklab,${accent[theme]} 85%,${towards});--on-turf:${themes[theme].onAccent}}`
  const dark = `:root:root,:root [data-theme=dark]${colors('dark', '#fff')}`
  const light = `:root[data-theme=light],:root [data-theme=light]${colors('light', '#000')}`
  return `@media screen{${dark}${light}}`
}

/** Replaces the drawing of the logo (web/src/ui/logo.tsx). */
const logoStyle = (url: string | undefined): string =>
  url
    ? `.logo>svg{display:none}.logo::before{content:'';width:28px;height:28px;background:url("${url}") center/contain no-repeat}`
    : ''

/** The style sheet of the settings; null when they change no style. */
export const siteStyle = ({
  settings,
  pictures,
}: Pick<SiteVersionInForce, 'settings' | 'pictures'>): string | null =>
  accentStyle(settings.accent) + logoStyle(pictures.logo?.url) || null
