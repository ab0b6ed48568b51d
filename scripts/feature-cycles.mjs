/**
 * Returns the import cycles between features, each as a chain of imports such as `a/server/x.ts -> b/server/public.ts`. `modules` is from the JSON
 * output of dependency-cruiser, whose own folder rule misses these cycles because it treats a subfolder such as `server` as separate from its feature.
 */
export function featureCycles(modules) {
  const imports = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [featureOf(source), featureOf(resolved)]
      if (!from || !to || from === to) continue
      if (!imports.has(from)) imports.set(from, new Map())
      if (!imports.get(from).has(to)) imports.get(from).set(to, `${source} -> ${resolved}`)
    }
  const cycles = []
  const done = new Set()
  function visit(feature, chain) {
    const start = chain.findIndex((step) => step.feature === feature)
    if (start >= 0) cycles.push(chain.slice(start).map((step) => step.by))
    if (start >= 0 || done.has(feature)) return
    for (const [next, by] of imports.get(feature) ?? []) visit(next, [...chain, { feature, by }])
    done.add(feature)
  }
  for (const feature of imports.keys()) visit(feature, [])
  return cycles
}

const featureOf = (file) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
