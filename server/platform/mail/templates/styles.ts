/** The colours of app/styles/tokens.css. Mails need them inline, so they are repeated here. */
export const PALETTE = {
  wash: '#f3f3ef',
  paper: '#fdfdfb',
  ink: '#15171c',
  faint: '#63676f',
  line: '#dcdcd6',
  brand: '#e4572e',
  onBrand: '#15171c',
} as const

export const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const SERIF = "Georgia,'Times New Roman',serif"

/**
 * Media queries for the colour scheme and the width of the screen, which inline styles cannot have. Mail programs that know dark mode show these
 * colours instead of inverting the light ones themselves. Programs that drop stylesheets lose nothing that they need.
 */
export const STYLESHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .sheet { padding: 0 20px 24px !important; }
  .headline { font-size: 26px !important; line-height: 32px !important; }
}
@media (prefers-color-scheme: dark) {
  .wash { background-color: #131519 !important; }
  .paper { background-color: #1c1f25 !important; border-color: #2d3138 !important; }
  .ink { color: #eeece6 !important; border-color: #eeece6 !important; }
  .faint { color: #989ca5 !important; }
  .line { border-color: #2d3138 !important; }
}
`
