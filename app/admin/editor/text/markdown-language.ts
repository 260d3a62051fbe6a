import { markdown } from '@codemirror/lang-markdown'
import { GFM } from '@lezer/markdown'

/** What the site renders: CommonMark and GFM. Keys and pasted addresses are handled by our own commands. */
export const markdownLanguage = () => markdown({ extensions: GFM, addKeymap: false, completeHTMLTags: false })
