const feature = '^src/features/([^/]+)/'

/** The import rules of docs/ARCHITECTURE.md. Cycles between features are found by scripts/feature-cycles.mjs. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'platform-and-design-know-no-feature', severity: 'error', from: { path: '^src/(platform|design)/' }, to: { path: '^src/(features|routes|main)/' } },
    { name: 'ui-never-reaches-server', severity: 'error', from: { path: '/ui/|^src/routes/|/client/' }, to: { path: '/server/' } },
    { name: 'contract-and-policy-stay-pure', severity: 'error', from: { path: '/(contract|policy|terms)\\.ts$' }, to: { path: '/(server|ui|client)/' } },
    {
      name: 'other-features-by-their-front-door',
      severity: 'error',
      from: { path: feature },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '/(contract|policy|terms)\\.ts$', '^(?!.*/server/).*-text\\.ts$', '/ui/', '/server/public\\.ts$'],
      },
    },
    { name: 'only-main-imports-everything', severity: 'error', from: { pathNot: '^(src/main|tests|bench|scripts)/' }, to: { path: '^src/main/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: '\\.test\\.tsx?$|src/paraglide|routeTree\\.gen',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'], extensions: ['.ts', '.tsx', '.js'] },
  },
}
