/** The lint rules of the web app's JavaScript; types are checked by TypeScript. */
import js from "@eslint/js";
import globals from "globals";

const STATIC = "src/jeopardice/web/static/js";

/** Folders import only from themselves and from the folders named later: pages, parts, game, common. */
const layers =
  ["pages", "parts", "game", "common"]
    .map((folder, place, all) => ({
      files: [`${STATIC}/${folder}/**/*.js`],
      rules: {"no-restricted-imports": ["error", {patterns: all.slice(0, place).map((upper) => `../${upper}/*`)}]},
    }))
    .slice(1);

export default [
  {ignores: ["build/", "dist/", ".venv/", "tests/browser/look.js"]},
  js.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "max-lines": ["error", 300],
      "no-constructor-return": "error",
      "no-implicit-coercion": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", {ignoreRestSiblings: true}],
      "no-use-before-define": ["error", {functions: false, variables: false, classes: false}],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {files: [`${STATIC}/**/*.js`], languageOptions: {globals: globals.browser}},
  {files: ["tests/js/**/*.js", "*.js"], languageOptions: {globals: globals.node}},
  ...layers,
];
