import { expect, it } from 'vitest'
import { withRealLists } from './word-lists.ts'

const item = (marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${marker}</span>${text}</p>`

it('makes lists of the list items that Word copies', () => {
  const copied = `<p>Before</p>${item('·', 'One')}${item('·', '<b>Two</b>')}<p>Between</p>${item('1.', 'First')}`
  expect(withRealLists(copied)).toBe(
    '<p>Before</p><ul><li>One</li><li><b>Two</b></li></ul><p>Between</p><ol><li>First</li></ol>',
  )
})

it('leaves other texts alone', () => {
  expect(withRealLists('<p style="color:red">Red</p>')).toBe('<p style="color:red">Red</p>')
})
