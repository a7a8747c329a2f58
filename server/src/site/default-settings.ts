import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { communityRules, rulesWords } from '@touchline/content/community-rules.ts'
import { site as demo } from '@touchline/content/demo/site.ts'
import { words as demoWords } from '@touchline/content/demo/words.ts'
import { site as own } from '@touchline/content/site.ts'
import { words } from '@touchline/content/words.ts'
import { countedFigures, type FigureName } from '@touchline/contract/figure-names.ts'
import type { SiteSettings, SomeSettings } from '@touchline/contract/site-settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import type { Config } from '#config/config.ts'
import { problemSentence, readSettingsFile } from './read-settings-file.ts'

const longText = (name: string) =>
  readFile(fileURLToPath(import.meta.resolve(`@touchline/content/${name}.md`)), 'utf8')

/** A text of content/ is shown as typed; without one the site shows its count, if it has one. */
const figureOf = (name: FigureName, text: string | null) =>
  ({
    show: text === null ? (countedFigures.includes(name) ? 'counted' : 'hidden') : 'typed',
    text: text ?? '',
  }) as const

/** A file that the desk has exported. A club that lives in git keeps its settings in it. */
async function fileSettings(): Promise<SomeSettings> {
  const path = fileURLToPath(new URL('site.json', import.meta.resolve('@touchline/content/site.ts')))
  if (!existsSync(path)) return {}
  const { settings, problems } = readSettingsFile(await readFile(path, 'utf8'))
  if (problems) throw new ConfigProblem(problems.map((one) => `content/site.json: ${problemSentence(one)}`))
  return settings
}

/** Reads what holds without any setting: the files of content/, and the environment. */
export async function defaultSettings({
  isDemo,
  config,
}: {
  isDemo: boolean
  config: Pick<Config, 'asksPhone' | 'accessCode'>
}): Promise<SiteSettings> {
  const { name, supportEmail, creator, figures } = isDemo ? demo : own
  const [terms, privacy, about] = await Promise.all(
    ['terms', 'privacy', isDemo ? 'demo/influencer-info' : 'influencer-info'].map(longText),
  )
  return {
    name,
    tagline: creator.tagline,
    supportEmail,
    senderName: null,
    accent: null,
    logo: null,
    portrait: null,
    cover: null,
    creatorName: creator.name,
    bio: creator.bio,
    figures: {
      posts: figureOf('posts', figures.posts),
      members: figureOf('members', figures.members),
      signupMembers: figureOf('signupMembers', figures.signupMembers),
      followers: figureOf('followers', figures.followers),
      rating: figureOf('rating', figures.rating),
      support: figureOf('support', figures.support),
      signupToday: figureOf('signupToday', figures.signupToday),
    },
    ...(isDemo ? demoWords : words),
    rules: { ...rulesWords, items: [...communityRules] },
    terms: terms!,
    privacy: privacy!,
    about: about!,
    dates: { timeZone: 'UTC', style: 'us' },
    gateIsOn: config.accessCode !== null,
    asksPhone: config.asksPhone,
    ...(isDemo ? {} : await fileSettings()),
  }
}

/** The portrait of content/, and from how much on a count is shown. */
export const fixedTexts = ({ isDemo }: { isDemo: boolean }) => {
  const { creator, fewestShown } = isDemo ? demo : own
  return { portraitUrl: creator.portraitUrl, followers: creator.followers, fewestShown }
}
