"""What Foreword is made of, and whether there is a newer one."""
