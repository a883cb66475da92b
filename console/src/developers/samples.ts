// The receivers of the documentation, each loaded when it is shown.
export const samples = [
  {
    id: 'node',
    name: 'Node.js',
    file: 'callback.mjs',
    load: () => import('../../../docs/verify/callback.mjs', { with: { type: 'text' } }),
  },
  {
    id: 'python',
    name: 'Python',
    file: 'callback.py',
    load: () => import('../../../docs/verify/callback.py', { with: { type: 'text' } }),
  },
  {
    id: 'php',
    name: 'PHP',
    file: 'callback.php',
    load: () => import('../../../docs/verify/callback.php', { with: { type: 'text' } }),
  },
  {
    id: 'java',
    name: 'Java',
    file: 'Callback.java',
    load: () => import('../../../docs/verify/Callback.java', { with: { type: 'text' } }),
  },
  {
    id: 'go',
    name: 'Go',
    file: 'callback.go',
    load: () => import('../../../docs/verify/callback.go', { with: { type: 'text' } }),
  },
  {
    id: 'csharp',
    name: 'C#',
    file: 'Callback.cs',
    load: () => import('../../../docs/verify/csharp/Callback.cs', { with: { type: 'text' } }),
  },
];
export type Sample = (typeof samples)[number];
