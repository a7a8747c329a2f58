import type { Page } from './club.ts'

export const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
export const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
export const listed = (page: Page) => page.getByRole('region', { name: 'All comments' }).getByRole('listitem')
