/** Loads the page again as a person with this role has it. What the service allows stays as it is. */
export async function showAs(page, workspace, role) {
  await page.route(`**/v1.1/workspaces/${workspace.id}`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, role } } });
  });
  await page.reload();
  await page.locator('main#content h1').waitFor();
}
