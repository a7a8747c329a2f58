import type { SettingName, SiteDesk } from '@touchline/contract/site-settings.ts'

/** How the desk and the history call each setting. */
export const settingLabels: Record<SettingName, string> = {
  name: 'Name',
  tagline: 'Tagline',
  supportEmail: 'Support address',
  senderName: 'Sender of emails',
  accent: 'Main colour',
  logo: 'Logo',
  portrait: 'Portrait of the creator',
  cover: 'Cover',
  creatorName: 'Name of the creator',
  bio: 'Biography',
  figures: 'Figures',
  landing: 'Front page',
  plan: 'Plan',
  joining: 'Signing in and up',
  benefits: 'Benefits',
  gate: 'Gate',
  rules: 'Rules',
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  about: 'Page about the creator',
  dates: 'Dates',
  gateIsOn: 'Gate on or off',
  asksPhone: 'Phone number',
}

type Part = { id: string; title: string; lead?: string; names: SettingName[] }

/** The parts of the page, each saved by itself. */
export const parts: Part[] = [
  {
    id: 'club',
    title: 'The Club',
    names: ['name', 'tagline', 'supportEmail', 'senderName', 'accent', 'logo', 'cover'],
  },
  {
    id: 'creator',
    title: 'The Creator',
    lead: 'Empty fields take the name and the bio of the creator’s account.',
    names: ['creatorName', 'bio', 'portrait'],
  },
  {
    id: 'figures',
    title: 'Figures',
    lead: 'The site counts what it can. What you type is your claim.',
    names: ['figures'],
  },
  {
    id: 'dates',
    title: 'Dates',
    lead: 'How emails write dates. Pages show them in the time zone of each reader; figures, statements and exports stay in UTC.',
    names: ['dates'],
  },
  { id: 'landing', title: 'Front Page', names: ['landing'] },
  { id: 'plan', title: 'Plan and Benefits', names: ['plan', 'benefits'] },
  { id: 'joining', title: 'Signing In and Up', names: ['joining', 'asksPhone'] },
  {
    id: 'gate',
    title: 'Gate',
    lead: 'Until it is switched here, ACCESS_CODE decides: “off” is an open gate. The switch wins, and the code in ACCESS_CODE goes on working.',
    names: ['gateIsOn', 'gate'],
  },
  {
    id: 'rules',
    title: 'Community Rules',
    lead: 'Members are emailed about a new version.',
    names: ['rules'],
  },
  {
    id: 'legal',
    title: 'Long Texts',
    lead: 'Markdown: “# Title”, “## Section”, “- entry”, “**bold**” and “[text](https://…)”. Members are emailed about new terms and a new privacy policy.',
    names: ['terms', 'privacy', 'about'],
  },
]

export const missingTexts: Record<SiteDesk['missing'][number], { text: string; part: string }> = {
  name: { text: 'The club has no name of its own yet.', part: 'club' },
  tagline: { text: 'A tagline says in one sentence what the club is.', part: 'club' },
  creator: { text: 'The creator has no name: invite one, or type it.', part: 'creator' },
  supportEmail: { text: 'Without a support address, messages go to the admins.', part: 'club' },
}
