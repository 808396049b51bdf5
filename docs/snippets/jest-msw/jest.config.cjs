const asCommonJs = { plugins: ['@babel/plugin-transform-modules-commonjs'] }

module.exports = {
  testMatch: ['**/*.test.cjs'],
  // Some packages of MSW are ES modules. Jest can require these from Node 24.9 on; before, Babel translates them.
  transform: { '\\.m?js$': ['babel-jest', asCommonJs] },
  transformIgnorePatterns: ['/node_modules/(?!@open-draft/|rettime/|until-async/)'],
}
