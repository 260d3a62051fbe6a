/** Features that can be left out, each with its folder in `server/features` and its line in `server/features.ts`. */
export const OPTIONAL_FEATURES = ['mcp', 'newsroom', 'social', 'speech', 'webhooks', 'websub']
