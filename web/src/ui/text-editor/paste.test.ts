import { DOMParser as DocumentParser } from 'prosemirror-model'
import { expect, it } from 'vitest'
import { postSchema, toMarkdown } from './document.ts'
import { withRealLists } from './word-lists.ts'

/** The Markdown that the editor makes of copied HTML. */
function pasted(html: string): string {
  const page = new DOMParser().parseFromString(withRealLists(html), 'text/html')
  return toMarkdown(DocumentParser.fromSchema(postSchema).parse(page.body))
}

/** As Chrome puts it on the clipboard for a selection in Google Docs. */
const fromGoogleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c1d6f0e-7fff-a1d2-8a38-3b0f2f3e0f51"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">The final whistle</span></h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">It was </span><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:700;white-space:pre-wrap;">never</span><span style="font-weight:400;"> a </span><span style="font-weight:400;font-style:italic;">foul</span><span style="font-weight:400;">. See </span><a href="https://example.com/laws" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;font-weight:400;text-decoration:underline;">the laws</span></a><span>.</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>Within one</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul><p dir="ltr"><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXc" width="602" height="401" style="margin-left:0px;" /></span></p><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr"><span>Home</span></p></td><td><p dir="ltr"><span>Away</span></p></td></tr></tbody></table></div></b>`

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

/** As Word puts it on the clipboard. */
const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment--><h2>The final whistle<o:p></o:p></h2><p class=MsoNormal>It was <b style='mso-bidi-font-weight:normal'>never</b> a <i>foul</i>. See <a href="https://example.com/laws"><span style='color:blue'>the laws</span></a>.<o:p></o:p></p>${wordItem(1, '·', 'One')}${wordItem(2, 'o', 'Within one')}${wordItem(1, '·', 'Two')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>${wordItem(1, '1.', 'First')}<p class=MsoNormal><img width=100 src="file:///C:/Users/x/clip_image001.png" onerror="alert(1)"><script>alert(1)</script><span style='color:red' onclick="alert(2)">Red</span></p><!--EndFragment--></body></html>`

it('keeps the structure of a text from Google Docs and drops its look [TEXT-1]', () => {
  expect(pasted(fromGoogleDocs)).toBe(
    [
      '# The final whistle',
      'It was **never** a *foul*. See [the laws](https://example.com/laws).',
      '* One\n  * Within one\n* Two',
      'Home',
      'Away',
    ].join('\n\n'),
  )
})

it('keeps the structure of a text from Word and drops its look [TEXT-1]', () => {
  expect(pasted(fromWord)).toBe(
    [
      '## The final whistle',
      'It was **never** a *foul*. See [the laws](https://example.com/laws).',
      '* One\n  * Within one\n* Two',
      '1. First',
      'Red',
    ].join('\n\n'),
  )
})
